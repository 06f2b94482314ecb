import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importRig, lines } from '../../../test/support/importRig.js';

const rig = importRig();
const { write, run, counted } = rig;

describe('a file of 2,000 entries', () => {
  const statuses = ['open', 'in_progress', 'closed', 'blocked', 'deferred'];
  const kinds = ['task', 'bug', 'feature', 'chore'];
  const types = ['blocks', 'waits-for', 'related', 'discovered-from'];
  const entries = Array.from({ length: 2000 }, (_, index) => ({
    id: `g-${index}`,
    title: `Entry ${index}`,
    status: statuses[index % 5],
    issue_type: kinds[index % 4],
    assignee: `dev${index % 3}`,
    dependencies:
      index < 100
        ? []
        : [
            { depends_on_id: `g-${index - 100}`, type: types[index % 4] },
            ...(index % 10 === 0 ? [{ depends_on_id: `g-${index - 1}`, type: 'parent-child' }] : []),
          ],
  }));

  it('is imported with all counts', async () => {
    const { added, conversions, brokenDependencies } = await run(write('.beads/issues.jsonl', lines(...entries)));
    expect([added, brokenDependencies]).toEqual([2000, []]);
    expect(conversions).toEqual([
      { field: 'status', from: 'closed', to: 'done', count: 400 },
      { field: 'status', from: 'deferred', to: 'waiting_human', count: 400 },
      { field: 'status', from: 'in_progress', to: 'in_flight', count: 400 },
      { field: 'status', from: 'open', to: 'pending', count: 400 },
      // Those that wait for something open, and those that wait for nothing.
      { field: 'status', from: 'blocked', to: 'waiting_human', count: 210 },
      { field: 'status', from: 'blocked', to: 'pending', count: 190 },
      { field: 'kind', from: 'bug', to: 'bug', count: 500 },
      { field: 'kind', from: 'chore', to: 'chore', count: 500 },
      { field: 'kind', from: 'feature', to: 'feature', count: 500 },
      { field: 'kind', from: 'task', to: 'task', count: 500 },
      { field: 'dependency', from: 'blocks', to: 'dependency', count: 475 },
      { field: 'dependency', from: 'discovered-from', to: 'payload', count: 475 },
      { field: 'dependency', from: 'related', to: 'payload', count: 475 },
      { field: 'dependency', from: 'waits-for', to: 'dependency', count: 475 },
      { field: 'dependency', from: 'parent-child', to: 'parent', count: 190 },
    ]);
    expect(await counted('select kind, count(*) from work_items group by kind order by kind')).toEqual([
      ['bug', 500],
      ['chore', 500],
      ['feature', 500],
      ['task', 500],
    ]);
    expect(await counted('select assignee, count(parent_id) from work_items group by assignee')).toEqual([
      ['dev0', 63],
      ['dev1', 64],
      ['dev2', 63],
    ]);
    expect(await counted('select owner, count(*) from work_items group by owner order by owner')).toEqual([
      [null, 1200],
      ['dev0', 266],
      ['dev1', 267],
      ['dev2', 267],
    ]);
    expect(await counted('select count(*) from work_item_dependencies')).toEqual([[950]]);
    expect(await run(join(rig.repository.directory, '.beads'))).toMatchObject({ added: 0, existing: 2000 });
  });
});

describe('2,000 entries of every other format', () => {
  const numbers = Array.from({ length: 2000 }, (_, index) => index + 1);
  const every = <Value>(index: number, values: readonly Value[]) => values[index % values.length];

  it('of Task Master are imported with all counts', async () => {
    const tasks = Array.from({ length: 500 }, (_, task) => ({
      id: task + 1,
      title: `Task ${task}`,
      status: every(task, ['pending', 'done', 'review', 'cancelled']),
      priority: every(task, ['low', 'medium', 'high', 'critical']),
      dependencies: task === 0 ? [] : [String(task)],
      subtasks: [1, 2, 3].map(id => ({
        id,
        title: `Part ${id}`,
        status: 'pending',
        dependencies: id === 1 ? [] : [1],
      })),
    }));
    const { added, conversions } = await run(write('tasks.json', JSON.stringify({ master: { tasks } })));
    expect(added).toBe(2000);
    expect(conversions).toEqual([
      { field: 'status', from: 'pending', to: 'pending', count: 1625 },
      { field: 'status', from: 'cancelled', to: 'cancelled', count: 125 },
      { field: 'status', from: 'done', to: 'done', count: 125 },
      { field: 'status', from: 'review', to: 'waiting_human', count: 125 },
      { field: 'kind', from: 'subtask', to: 'subtask', count: 1500 },
      { field: 'kind', from: 'task', to: 'task', count: 500 },
      { field: 'priority', from: 'critical', to: '0', count: 125 },
      { field: 'priority', from: 'high', to: '1', count: 125 },
      { field: 'priority', from: 'low', to: '3', count: 125 },
      { field: 'priority', from: 'medium', to: '2', count: 125 },
      { field: 'dependency', from: 'subtask', to: 'parent', count: 1500 },
      { field: 'dependency', from: 'dependency', to: 'dependency', count: 1499 },
    ]);
  });

  it('of GitHub are imported with all counts', async () => {
    const issues = numbers.map(number => ({
      number,
      title: `Issue ${number}`,
      state: every(number, ['OPEN', 'CLOSED']),
      stateReason: every(number, ['', 'COMPLETED', '', 'NOT_PLANNED']),
      assignees: number % 5 === 0 ? [{ login: 'ana' }] : [],
    }));
    const { added, conversions } = await run(write('issues.json', JSON.stringify(issues)));
    expect(added).toBe(2000);
    expect(conversions).toEqual([
      { field: 'status', from: 'OPEN', to: 'pending', count: 1000 },
      { field: 'status', from: 'COMPLETED', to: 'done', count: 500 },
      { field: 'status', from: 'NOT_PLANNED', to: 'cancelled', count: 500 },
      { field: 'kind', from: 'issue', to: 'issue', count: 2000 },
    ]);
    expect(await counted("select status, count(*) from work_items where owner = 'ana' group by status")).toEqual([
      ['cancelled', 100],
      ['done', 100],
    ]);
  });

  it('of Backlog.md are imported with all counts', async () => {
    for (const number of numbers) {
      const folder = every(number, ['tasks', 'completed', 'drafts', 'tasks']);
      const fields = [
        `id: TASK-${number}`,
        `title: Task ${number}`,
        `status: ${every(number, ['To Do', 'To Do', 'To Do', 'In Progress'])}`,
        `assignee: ['@${every(number, ['ana', 'ben'])}']`,
        `dependencies: ${number > 1 && number % 10 === 0 ? `[task-${number - 1}]` : '[]'}`,
        ...(number % 100 === 0 ? ['parent_task_id: TASK-1'] : []),
      ];
      write(`backlog/${folder}/task-${number}.md`, `---\n${fields.join('\n')}\n---\n`);
    }
    const { added, files, conversions } = await run(rig.repository.directory);
    expect([added, files]).toEqual([2000, 2000]);
    expect(conversions).toEqual([
      { field: 'status', from: 'completed', to: 'done', count: 500 },
      { field: 'status', from: 'draft', to: 'waiting_human', count: 500 },
      { field: 'status', from: 'In Progress', to: 'in_flight', count: 500 },
      { field: 'status', from: 'To Do', to: 'pending', count: 500 },
      { field: 'kind', from: 'task', to: 'task', count: 2000 },
      { field: 'dependency', from: 'dependency', to: 'dependency', count: 200 },
      { field: 'dependency', from: 'parent', to: 'parent', count: 20 },
    ]);
  });

  it.each([
    ['csv', (rows: readonly (readonly unknown[])[]) => ['id,title,state,type,blocked by', ...rows].join('\n')],
    [
      'jsonl',
      (rows: readonly (readonly unknown[])[]) =>
        rows
          .map(([id, title, state, type, dependsOn]) => JSON.stringify({ id, title, state, type, dependsOn }))
          .join('\n'),
    ],
  ] as const)('of %s are imported with all counts', async (format, textOf) => {
    const rows = numbers.map(number => [
      number,
      `Row ${number}`,
      every(number, ['todo', 'done', 'failed', 'wontfix', 'on hold']),
      every(number, ['bug', 'task']),
      number > 10 ? number - 10 : '',
    ]);
    const { added, conversions } = await run(write(`a.${format}`, textOf(rows)));
    expect(added).toBe(2000);
    expect(conversions).toEqual([
      { field: 'status', from: 'done', to: 'done', count: 400 },
      { field: 'status', from: 'failed', to: 'failed', count: 400 },
      { field: 'status', from: 'on hold', to: 'waiting_human', count: 400 },
      { field: 'status', from: 'todo', to: 'pending', count: 400 },
      { field: 'status', from: 'wontfix', to: 'cancelled', count: 400 },
      { field: 'kind', from: 'bug', to: 'bug', count: 1000 },
      { field: 'kind', from: 'task', to: 'task', count: 1000 },
      { field: 'dependency', from: 'dependency', to: 'dependency', count: 1990 },
    ]);
  });
});
