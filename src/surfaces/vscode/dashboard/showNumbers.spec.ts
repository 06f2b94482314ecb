import { expect, it } from 'vitest';
import { TestRepository } from '../../../../test/support/testRepository.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { taskList } from '../../../operations/task/taskList.js';
import { silentLog } from '../../../platform/log.js';
import { usualFilter } from '../../../protocol/dashboardTrend.js';
import type { Repository } from '../repository.js';
import { readDashboard } from './readDashboard.js';
import { RowButtons } from './rowButtons.js';
import { taskChoices } from './showNumbers.js';

/** A repository with so many active tasks, of which a caller that says nothing gets 50. */
function repositoryWith(tasks: number, store: TestRepository): Repository {
  const all = Array.from({ length: tasks }, (_, index) => ({
    ...{ ref: `T-${tasks - index}`, objective: `Paint ${tasks - index}`, status: 'in_progress' },
  }));
  return {
    name: 'shop',
    hasLanes: async () => false,
    health: () => store.store.health(),
    invoke: async (operation: AnyOperation, input: { limit?: number }) => {
      if (operation !== taskList) return store.call(operation, input);
      const limit = input.limit ?? 50;
      return { tasks: all.slice(0, limit), truncated: all.length > limit };
    },
  } as unknown as Repository;
}

/** The number of active tasks in the heading, and the list that it leads to. */
async function shown(tasks: number): Promise<{ total: number; lines: string[] }> {
  const store = new TestRepository();
  try {
    const repository = repositoryWith(tasks, store);
    const gates = { look: () => undefined, of: () => ({ state: 'judging' as const }) };
    const facts = { look: () => undefined, of: () => ({ size: null, conflicts: [] }) };
    const buttons = new RowButtons({ commands: [], menus: {} }, true);
    const asked = { utcOffsetMinutes: 0, filter: usualFilter };
    const { state } = await readDashboard(repository, asked, { reach: 'first', gates, facts, log: silentLog, buttons });
    const rows = await taskChoices(repository);
    const lines = rows.map(row =>
      [row.label, ...('value' in row ? [row.description ?? '', row.value] : [])].join(' | '),
    );
    return { total: state.tasks.total, lines };
  } finally {
    await store.close();
  }
}

it('counts and lists live tasks beyond the first page', async () => {
  const { total, lines } = await shown(60);
  expect(total).toBe(60);
  expect(lines).toHaveLength(60);
  expect([lines[0], lines[59]]).toEqual(['Paint 60 | T-60 · in progress | T-60', 'Paint 1 | T-1 · in progress | T-1']);
});

it('says that there are more than can be asked for', async () => {
  const { lines } = await shown(1001);
  expect(lines.slice(-2)).toEqual([
    'Paint 2 | T-2 · in progress | T-2',
    'Showing the 1000 most recently changed; there are more.',
  ]);
});
