import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importRig, lines } from '../../../test/support/importRig.js';

const rig = importRig();
const { write, run, counted } = rig;

/** 2026-10-01T00:00:00.000Z. */
const start = 1_790_812_800_000;
const numbers = Array.from({ length: 2000 }, (_, index) => index + 1);
const every = <Value>(number: number, values: readonly Value[]): Value => values[number % values.length] as Value;
const moment = (number: number, day: number) => new Date(start + day * 86_400_000 + number * 1000).toISOString();

/** What a table of work items holds: how many by each value, and how many have a value of each other column. */
async function stored() {
  const by = async (column: string) =>
    Object.fromEntries(await counted(`select coalesce(${column}, 'none'), count(*) from work_items group by 1`));
  const columns = ['parent_id', 'due_at', 'not_before', 'notes', 'question', 'claimed_at', 'resolved_at'];
  const [counts = []] = await counted(`select ${columns.map(name => `count(${name})`).join()} from work_items`);
  return {
    status: await by('status'),
    kind: await by('kind'),
    priority: await by('priority'),
    owner: await by('owner'),
    assignee: await by('assignee'),
    label: Object.fromEntries(
      await counted('select json_each.value, count(*) from work_items, json_each(labels) group by 1'),
    ),
    payload: Object.fromEntries(
      await counted(
        'select json_each.key, count(*) from work_items, json_each(payload) where json_each.key is not null group by 1',
      ),
    ),
    dependencies: (await counted('select count(*) from work_item_dependencies'))[0]?.[0],
    filled: Object.fromEntries(columns.map((name, index) => [name, counts[index]])),
    /** Of the times at which they were made and changed last, beyond the first possible one. */
    seconds: (
      await counted(`select sum(created_at - ${start}) / 1000, sum(updated_at - ${start}) / 1000 from work_items`)
    )[0],
  };
}

describe('2,000 entries with every field', () => {
  it('of beads are imported with all counts', async () => {
    const types = ['blocks', 'waits-for', 'related', 'discovered-from'];
    const entries = numbers.map(number => ({
      id: `g-${number}`,
      title: `Entry ${number}`,
      status: every(number, ['open', 'in_progress', 'closed', 'blocked', 'deferred']),
      issue_type: every(number, ['task', 'bug', 'feature', 'chore']),
      priority: every(number, [0, 1, 2, 3, 4]),
      assignee: every(number, ['ana', 'ben', undefined]),
      owner: 'eve',
      created_at: moment(number, 0),
      updated_at: moment(number, 1),
      started_at: every(number, [moment(number, 0), undefined]),
      closed_at: number % 5 === 2 ? moment(number, 1) : undefined,
      due_at: every(number, [moment(number, 30), undefined]),
      notes: every(number, ['Seen.', undefined]),
      description: `Text ${number}`,
      labels: every(number, [['ui', 'good first issue'], []]),
      comments: every(number, [[{ author: 'dee', text: 'Fine.', created_at: moment(number, 1) }], [], []]),
      dependencies:
        number <= 100
          ? []
          : [
              { depends_on_id: `g-${number - 100}`, type: every(number, types) },
              ...(number % 10 === 0 ? [{ depends_on_id: `g-${number - 1}`, type: 'parent-child' }] : []),
            ],
    }));
    const { added, conversions, brokenDependencies } = await run(write('.beads/issues.jsonl', lines(...entries)));
    expect([added, brokenDependencies]).toEqual([2000, []]);
    expect(conversions).toEqual([
      { field: 'status', from: 'closed', to: 'done', count: 400 },
      { field: 'status', from: 'deferred', to: 'waiting_human', count: 400 },
      { field: 'status', from: 'open', to: 'pending', count: 400 },
      { field: 'status', from: 'in_progress', to: 'in_flight', count: 267 },
      { field: 'status', from: 'blocked', to: 'waiting_human', count: 210 },
      { field: 'status', from: 'blocked', to: 'pending', count: 190 },
      { field: 'status', from: 'in_progress', to: 'pending', count: 133 },
      { field: 'kind', from: 'bug', to: 'bug', count: 500 },
      { field: 'kind', from: 'chore', to: 'chore', count: 500 },
      { field: 'kind', from: 'feature', to: 'feature', count: 500 },
      { field: 'kind', from: 'task', to: 'task', count: 500 },
      { field: 'priority', from: '0', to: '0', count: 400 },
      { field: 'priority', from: '1', to: '1', count: 400 },
      { field: 'priority', from: '2', to: '2', count: 400 },
      { field: 'priority', from: '3', to: '3', count: 400 },
      { field: 'priority', from: '4', to: '4', count: 400 },
      { field: 'dependency', from: 'blocks', to: 'dependency', count: 475 },
      { field: 'dependency', from: 'discovered-from', to: 'payload', count: 475 },
      { field: 'dependency', from: 'related', to: 'payload', count: 475 },
      { field: 'dependency', from: 'waits-for', to: 'dependency', count: 475 },
      { field: 'dependency', from: 'parent-child', to: 'parent', count: 190 },
    ]);
    expect(await stored()).toEqual({
      status: { pending: 723, waiting_human: 610, done: 400, in_flight: 267 },
      kind: { bug: 500, chore: 500, feature: 500, task: 500 },
      priority: { 0: 400, 1: 400, 2: 400, 3: 400, 4: 400 },
      owner: { none: 1467, ana: 266, ben: 267 },
      assignee: { none: 667, ana: 666, ben: 667 },
      label: { ui: 1000, 'good first issue': 1000, deferred: 400, blocked: 400, 'in-progress': 133 },
      payload: { description: 2000, responsible: 2000, relations: 950 },
      dependencies: 950,
      filled: {
        parent_id: 190,
        due_at: 1000,
        not_before: 0,
        notes: 1333,
        question: 610,
        claimed_at: 1133,
        resolved_at: 400,
      },
      seconds: [2_001_000, 174_801_000],
    });
    expect(await run(join(rig.repository.directory, '.beads'))).toMatchObject({ added: 0, existing: 2000 });
  });

  it('of Task Master are imported with all counts', async () => {
    const tasks = Array.from({ length: 500 }, (_, index) => {
      const task = index + 1;
      return {
        id: task,
        title: `Task ${task}`,
        status: every(task, ['pending', 'done', 'review', 'cancelled', 'in-progress']),
        priority: every(task, ['low', 'medium', 'high', 'critical']),
        category: every(task, [undefined, 'docs']),
        assignee: every(task, ['ana', 'ben', undefined]),
        tags: every(task, [['ui'], []]),
        createdAt: moment(task, 0),
        updatedAt: moment(task, 1),
        description: `Text ${task}`,
        details: 'At length.',
        testStrategy: 'Try it.',
        dependencies: task === 1 ? [] : [String(task - 1)],
        subtasks: [1, 2, 3].map(id => ({
          id,
          title: `Part ${id}`,
          status: 'pending',
          createdAt: moment(task, 0),
          updatedAt: moment(task, 1),
          dependencies: id === 1 ? [] : [1],
        })),
      };
    });
    const { added, conversions } = await run(write('tasks.json', JSON.stringify({ master: { tasks } })));
    expect(added).toBe(2000);
    expect(conversions).toEqual([
      { field: 'status', from: 'pending', to: 'pending', count: 1600 },
      { field: 'status', from: 'cancelled', to: 'cancelled', count: 100 },
      { field: 'status', from: 'done', to: 'done', count: 100 },
      { field: 'status', from: 'review', to: 'waiting_human', count: 100 },
      { field: 'status', from: 'in-progress', to: 'in_flight', count: 67 },
      { field: 'status', from: 'in-progress', to: 'pending', count: 33 },
      { field: 'kind', from: 'subtask', to: 'subtask', count: 1500 },
      { field: 'kind', from: 'docs', to: 'docs', count: 250 },
      { field: 'kind', from: 'task', to: 'task', count: 250 },
      { field: 'priority', from: 'critical', to: '0', count: 125 },
      { field: 'priority', from: 'high', to: '1', count: 125 },
      { field: 'priority', from: 'low', to: '3', count: 125 },
      { field: 'priority', from: 'medium', to: '2', count: 125 },
      { field: 'dependency', from: 'subtask', to: 'parent', count: 1500 },
      { field: 'dependency', from: 'dependency', to: 'dependency', count: 1499 },
    ]);
    expect(await stored()).toEqual({
      status: { pending: 1633, done: 100, waiting_human: 100, cancelled: 100, in_flight: 67 },
      kind: { subtask: 1500, docs: 250, task: 250 },
      priority: { 0: 125, 1: 125, 2: 1625, 3: 125 },
      owner: { none: 1799, ana: 100, ben: 101 },
      assignee: { none: 1667, ana: 166, ben: 167 },
      label: { ui: 250, review: 100, 'in-progress': 33 },
      payload: { description: 500, details: 500, testStrategy: 500 },
      dependencies: 1499,
      filled: { parent_id: 1500, due_at: 0, not_before: 0, notes: 0, question: 100, claimed_at: 67, resolved_at: 200 },
      seconds: [501_000, 173_301_000],
    });
  });

  it('of GitHub are imported with all counts', async () => {
    const issues = numbers.map(number => ({
      number,
      id: `I_${number}`,
      url: `https://github.com/o/r/issues/${number}`,
      title: `Issue ${number}`,
      body: `Text ${number}`,
      state: every(number, ['OPEN', 'CLOSED']),
      stateReason: every(number, ['', 'COMPLETED', '', 'NOT_PLANNED']),
      author: { login: 'cem' },
      assignees: every(number, [[{ login: 'ana' }], [{ login: 'ben' }, { login: 'ana' }], []]),
      labels: every(number, [[{ name: 'good first issue' }], []]),
      comments: every(number, [
        [{ author: { login: 'dee' }, body: 'Seen too.', createdAt: moment(number, 1) }],
        [],
        [],
      ]),
      issueType: every(number, [{ name: 'Bug' }, null]),
      milestone: every(number, [{ title: 'v2', dueOn: moment(number, 30) }, null, null, null]),
      createdAt: moment(number, 0),
      updatedAt: moment(number, 2),
      closedAt: every(number, [null, moment(number, 1)]),
      // Said by the one that waits, by the one that it waits for, or by both.
      blockedBy: number > 1000 && number % 3 !== 0 ? { nodes: [{ number: number - 1000 }] } : [],
      blocking: number <= 1000 && (number + 1000) % 3 !== 1 ? [{ number: number + 1000 }] : null,
      parent: number % 100 === 7 && number > 7 ? { number: 7 } : null,
      subIssues: { nodes: number === 7 ? [{ number: 8 }] : [] },
    }));
    const { added, conversions } = await run(write('issues.json', JSON.stringify(issues)));
    expect(added).toBe(2000);
    expect(conversions).toEqual([
      { field: 'status', from: 'OPEN', to: 'pending', count: 1000 },
      { field: 'status', from: 'COMPLETED', to: 'done', count: 500 },
      { field: 'status', from: 'NOT_PLANNED', to: 'cancelled', count: 500 },
      { field: 'kind', from: 'Bug', to: 'Bug', count: 1000 },
      { field: 'kind', from: 'issue', to: 'issue', count: 1000 },
      { field: 'dependency', from: 'blocked-by', to: 'dependency', count: 1000 },
      { field: 'dependency', from: 'parent', to: 'parent', count: 20 },
    ]);
    expect(await stored()).toEqual({
      status: { pending: 1000, done: 500, cancelled: 500 },
      kind: { Bug: 1000, issue: 1000 },
      priority: { 2: 2000 },
      owner: { none: 1333, ana: 333, ben: 334 },
      assignee: { none: 667, ana: 666, ben: 667 },
      label: { 'good first issue': 1000 },
      payload: { assignees: 667, author: 2000, body: 2000, milestone: 500, nodeId: 2000, url: 2000 },
      dependencies: 1000,
      filled: { parent_id: 20, due_at: 500, not_before: 0, notes: 666, question: 0, claimed_at: 0, resolved_at: 1000 },
      seconds: [2_001_000, 347_601_000],
    });
  });

  it('of Backlog.md are imported with all counts', async () => {
    for (const number of numbers) {
      const folder = every(number, ['tasks', 'completed', 'drafts', 'archive/tasks', 'tasks']);
      const fields = [
        `id: TASK-${number}`,
        `title: Task ${number}`,
        `status: ${every(number, ['To Do', 'To Do', 'To Do', 'To Do', 'In Progress'])}`,
        `assignee: ${every(number, ["['@ana']", "['@ben', '@ana']", '[]'])}`,
        "reporter: '@cem'",
        `created_date: '${moment(number, 0)}'`,
        `updated_date: '${moment(number, 1)}'`,
        ...(number % 2 === 0 ? [`due_date: '${moment(number, 30)}'`, "labels: [perf, 'disk cache']"] : []),
        `priority: ${every(number, ['high', 'medium', 'low'])}`,
        `type: ${every(number, ['feature', 'bug', 'chore', 'task'])}`,
        'milestone: m-1',
        `dependencies: ${number > 1 && number % 10 === 0 ? `[task-${number - 1}]` : '[]'}`,
        ...(number % 100 === 0 ? ['parent_task_id: TASK-1'] : []),
        `ordinal: ${number}`,
      ];
      const texts = ['Description', 'Acceptance Criteria', 'Implementation Plan', 'Final Summary'];
      const sections = [
        ...texts.map(name => `## ${name}\n\n${name} of ${number}.\n`),
        ...(number % 4 === 0 ? ['## Implementation Notes\n\nSeen.\n'] : []),
        ...(number % 3 === 0 ? ['## Comments\n\nauthor: @dee\ncreated: 2026-10-02 08:00\n\nFine.\n'] : []),
      ];
      write(`backlog/${folder}/task-${number}.md`, `---\n${fields.join('\n')}\n---\n\n${sections.join('\n')}`);
    }
    const { added, files, conversions } = await run(rig.repository.directory);
    expect([added, files]).toEqual([2000, 2000]);
    expect(conversions).toEqual([
      { field: 'status', from: 'archived', to: 'cancelled', count: 400 },
      { field: 'status', from: 'completed', to: 'done', count: 400 },
      { field: 'status', from: 'draft', to: 'waiting_human', count: 400 },
      { field: 'status', from: 'To Do', to: 'pending', count: 400 },
      { field: 'status', from: 'In Progress', to: 'in_flight', count: 267 },
      { field: 'status', from: 'In Progress', to: 'pending', count: 133 },
      { field: 'kind', from: 'bug', to: 'bug', count: 500 },
      { field: 'kind', from: 'chore', to: 'chore', count: 500 },
      { field: 'kind', from: 'feature', to: 'feature', count: 500 },
      { field: 'kind', from: 'task', to: 'task', count: 500 },
      { field: 'priority', from: 'low', to: '3', count: 667 },
      { field: 'priority', from: 'medium', to: '2', count: 667 },
      { field: 'priority', from: 'high', to: '1', count: 666 },
      { field: 'dependency', from: 'dependency', to: 'dependency', count: 200 },
      { field: 'dependency', from: 'parent', to: 'parent', count: 20 },
    ]);
    expect(await stored()).toEqual({
      status: { pending: 533, done: 400, waiting_human: 400, cancelled: 400, in_flight: 267 },
      kind: { bug: 500, chore: 500, feature: 500, task: 500 },
      priority: { 1: 666, 2: 667, 3: 667 },
      owner: { none: 1199, ana: 400, ben: 401 },
      assignee: { none: 667, ana: 666, ben: 667 },
      label: { perf: 1000, 'disk cache': 1000, draft: 400, 'in-progress': 133 },
      payload: {
        acceptanceCriteria: 2000,
        assignees: 667,
        description: 2000,
        finalSummary: 2000,
        milestone: 2000,
        ordinal: 2000,
        plan: 2000,
        reporter: 2000,
      },
      dependencies: 200,
      filled: {
        parent_id: 20,
        due_at: 1000,
        not_before: 0,
        notes: 1000,
        question: 400,
        claimed_at: 267,
        resolved_at: 800,
      },
      seconds: [2_001_000, 174_801_000],
    });
  });

  const records = numbers.map(number => ({
    Id: number,
    Title: `Row ${number}`,
    State: every(number, ['todo', 'done', 'failed', 'wontfix', 'on hold', 'in progress']),
    'Issue Type': every(number, ['bug', 'task']),
    Priority: every(number, ['high', 'P3', 'none of these', '']),
    Labels: every(number, [['ui', 'good first issue'], []]),
    Assignee: every(number, ['ana', 'ben', '', '', 'cem']),
    Created: moment(number, 0),
    Updated: moment(number, 1),
    Started: every(number, [moment(number, 0), '']),
    'Closed at': number % 6 === 1 ? moment(number, 1) : '',
    'Due date': every(number, [moment(number, 30), '', '']),
    'Start date': every(number, ['', moment(number, 20), '', '', '', '', '']),
    Parent: number % 100 === 0 ? 1 : '',
    'Blocked by': number > 20 ? [number - 10, number - 20] : [],
    Notes: every(number, ['Seen.', '']),
    Comments: every(number, ['Fine.', '', '']),
    Points: number,
  }));
  const cell = (value: unknown) => (Array.isArray(value) ? value.join(';') : String(value));

  it.each([
    [
      'csv',
      () =>
        [Object.keys(records[0] ?? {}), ...records.map(Object.values)].map(row => row.map(cell).join(',')).join('\n'),
    ],
    ['jsonl', () => lines(...records)],
  ] as const)('of %s are imported with all counts', async (format, textOf) => {
    const { added, conversions } = await run(write(`a.${format}`, textOf()));
    expect(added).toBe(2000);
    expect(conversions).toEqual([
      { field: 'status', from: 'done', to: 'done', count: 334 },
      { field: 'status', from: 'failed', to: 'failed', count: 334 },
      { field: 'status', from: 'on hold', to: 'waiting_human', count: 333 },
      { field: 'status', from: 'todo', to: 'pending', count: 333 },
      { field: 'status', from: 'wontfix', to: 'cancelled', count: 333 },
      { field: 'status', from: 'in progress', to: 'in_flight', count: 200 },
      { field: 'status', from: 'in progress', to: 'pending', count: 133 },
      { field: 'kind', from: 'bug', to: 'bug', count: 1000 },
      { field: 'kind', from: 'task', to: 'task', count: 1000 },
      { field: 'priority', from: 'high', to: '1', count: 500 },
      { field: 'priority', from: 'none of these', to: '2', count: 500 },
      { field: 'priority', from: 'P3', to: '3', count: 500 },
      { field: 'dependency', from: 'dependency', to: 'dependency', count: 3960 },
      { field: 'dependency', from: 'parent', to: 'parent', count: 20 },
      { field: 'column', from: 'Points', to: 'payload', count: 2000 },
    ]);
    expect(await stored()).toEqual({
      status: { pending: 466, done: 334, failed: 334, cancelled: 333, waiting_human: 333, in_flight: 200 },
      kind: { bug: 1000, task: 1000 },
      priority: { 1: 500, 2: 1000, 3: 500 },
      owner: { none: 1200, ana: 267, ben: 266, cem: 267 },
      assignee: { none: 800, ana: 400, ben: 400, cem: 400 },
      label: { ui: 1000, 'good first issue': 1000, 'on-hold': 333, 'in-progress': 133 },
      payload: { Points: 2000, priority: 500 },
      dependencies: 3960,
      filled: {
        parent_id: 20,
        due_at: 666,
        not_before: 286,
        notes: 1333,
        question: 333,
        claimed_at: 1200,
        resolved_at: 1001,
      },
      seconds: [2_001_000, 174_801_000],
    });
  });
});
