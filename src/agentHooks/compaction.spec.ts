import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { actionAdd } from '../operations/action/actionAdd.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskStart } from '../operations/task/taskStart.js';
import { answerHook } from './answerHook.js';
import { hookClients } from './hookClients.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

it('before a compaction what is known of the task is recorded', async () => {
  await repo.ok(queueAdd, { title: 'x' });
  const answerOf = async (client: string) => {
    const known = hookClients.find(one => one.name === client);
    if (known === undefined) throw new Error(client);
    return answerHook(repo.context(), known, client === 'copilot' ? 'preCompact' : 'PreCompact', { trigger: 'auto' });
  };
  expect(await answerOf('claude')).toEqual({});
  await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
  await repo.ok(sliceStart, { title: 'Count calls' });
  await repo.ok(actionAdd, { text: 'Count them by minute' });
  for (const client of ['claude', 'codex', 'copilot', 'qwen']) expect(await answerOf(client)).toEqual({});
  const rows = await repo.store.read(async transaction => {
    const [task] = await transaction.tasks.live();
    return transaction.compactions.ofTask(task?.id ?? '', 9);
  });
  expect(rows.map(({ key }) => key).sort()).toEqual([
    'C-rate-1-0001',
    'C-rate-1-0002',
    'C-rate-1-0003',
    'C-rate-1-0004',
  ]);
  expect(JSON.parse(rows[0]?.summary ?? '')).toEqual({
    done: [],
    open: ['S-1 Count calls'],
    next: ['A-1 Count them by minute'],
    files: [],
  });
});
