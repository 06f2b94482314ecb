import { expect, it } from 'vitest';
import { importRig, lines } from '../../../test/support/importRig.js';
import { agent } from '../../../test/support/testRepository.js';
import { trackerDatabase } from '../../../test/support/trackerDatabase.js';
import { importTracker } from './importTracker.js';

const rig = importRig();
const { write, run, counted } = rig;

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const time = (index: number) => new Date(Date.UTC(2026, 0, 1 + (index % 90), 9)).toISOString();
const state = (index: number) => ['open', 'in_progress', 'closed', 'blocked', 'In Review'][index % 5];

const beads = (count: number) =>
  lines(
    ...many(count, index => ({
      id: `ac-${index.toString(36)}`,
      title: `Issue ${index % 7}`,
      status: state(index),
      issue_type: 'task',
      assignee: index % 2 === 0 ? 'ana' : '',
      created_at: time(index),
      dependencies: index % 3 === 2 ? [{ depends_on_id: `ac-${(index - 1).toString(36)}`, type: 'blocks' }] : null,
      comments: [{ id: index, author: 'ben', text: 'Seen.', created_at: time(index) }],
    })),
  );
const tasks = (count: number) =>
  many(count, index => ({
    id: index + 1,
    title: `Task ${index}`,
    status: 'pending',
    dependencies: index > 0 ? [String(index)] : [],
    subtasks: [{ id: 1, title: 'Part', status: 'done', dependencies: null }],
  }));
const issue = (index: number) => ({
  number: index + 1,
  title: `Issue ${index}`,
  state: index % 2 === 0 ? 'OPEN' : 'CLOSED',
});
const rest = (index: number) => ({
  ...issue(index),
  created_at: time(index),
  user: { login: 'ana' },
  labels: [{ name: 'bug' }],
  comments: 0,
  body: null,
});
const gitlab = (index: number) => ({
  iid: index + 1,
  title: `Issue ${index}`,
  state: 'opened',
  labels: ['a'],
  milestone: null,
});
const jira = (index: number) => ({
  id: String(10_000 + index),
  key: `SHOP-${index + 1}`,
  fields: { summary: `Issue ${index}`, status: { name: 'To Do' }, parent: index > 0 ? { key: 'SHOP-1' } : null },
});
const linear = (index: number) => ({
  identifier: `ENG-${index + 1}`,
  title: `Issue ${index}`,
  state: { name: 'Todo', type: 'unstarted' },
  labels: { nodes: [] },
});
const row = (index: number) => `Row ${index},SHOP-${index},To Do,a,b,3/Nov/20 12:${10 + (index % 50)} PM`;
const jiraCsv = (count: number) => ['Summary,Issue key,Status,Labels,Labels,Created', ...many(count, row)].join('\n');
const markdown = (id: string, title: string) =>
  `---\nid: ${id}\ntitle: ${title}\nstatus: To Do\n---\n\n## Description\nText\n`;
const stateDatabase = () => {
  const item = { kind: 'message', payload: '{"title":"x"}', status: 'pending', owner_agent: null, notes: null };
  const work_items = many(20, id => ({
    ...item,
    id: `${1_234_567_890_123_456_000 + id}`,
    created_at: 1,
    updated_at: 1,
  }));
  const events = many(20, id => ({
    id: id + 1,
    ts: 1000 + id,
    type: 'x',
    actor: null,
    work_item_id: work_items[id]?.id ?? '',
    payload: '{}',
  }));
  return trackerDatabase('agent-state', {
    work_items: [...new Map(work_items.map(one => [one.id, one])).values()],
    events,
  });
};

type Content = string | Uint8Array;
const shapes: readonly [
  what: string,
  files: () => Promise<Content> | Content | Record<string, string>,
  name: string,
  added: number,
][] = [
  ['beads', () => beads(40), '.beads/issues.jsonl', 40],
  ['600 issues of beads', () => beads(600), '.beads/issues.jsonl', 600],
  [
    'beads with memories',
    () => `${beads(5)}\n${lines({ _type: 'memory', key: 'k', value: 'v' })}`,
    '.beads/issues.jsonl',
    5,
  ],
  ['an old file of beads', () => beads(10), '.beads/beads.jsonl', 10],
  ['Task Master', () => json({ master: { tasks: tasks(20) } }), '.taskmaster/tasks/tasks.json', 40],
  ['Task Master with tags', () => json({ master: { tasks: tasks(5) }, next: { tasks: tasks(5) } }), 'tasks.json', 20],
  ['an old file of Task Master', () => json({ tasks: tasks(5) }), 'tasks.json', 10],
  [
    'Backlog.md',
    () => ({
      'tasks/task-1 - A.md': markdown('TASK-1', 'A'),
      'tasks/readme.md': '# Tasks\n',
      'completed/task-2 - B.md': markdown('task-2', 'B'),
      'archive/tasks/task-1 - Z.md': markdown('TASK-1', 'Z'),
    }),
    'backlog',
    3,
  ],
  ['Backlog.md with other names', () => ({ 'drafts/draft-1 - A.md': markdown('DRAFT-1', 'A') }), '.backlog', 1],
  ['gh issue list', () => json(many(30, issue)), 'issues.json', 30],
  ['GitHub by REST', () => json(many(30, rest)), 'issues.json', 30],
  ['a search of GitHub', () => json({ total_count: 3, items: many(3, rest) }), 'issues.json', 3],
  ['GitHub by GraphQL', () => json({ data: { repository: { issues: { nodes: many(9, issue) } } } }), 'issues.json', 9],
  ['pages of GitHub', () => json([many(5, rest), many(5, index => rest(index + 5))]), 'issues.json', 10],
  ['GitLab', () => json(many(30, gitlab)), 'issues.json', 30],
  ['a search of Jira', () => json({ startAt: 0, issues: many(30, jira) }), 'jira.json', 30],
  ['Linear', () => json({ data: { issues: { nodes: many(30, linear) } } }), 'linear.json', 30],
  ['a table of Jira', () => jiraCsv(30), 'jira.csv', 30],
  ['700 rows of Jira', () => `\uFEFF${jiraCsv(700).replaceAll('\n', '\r\n')}`, 'jira.csv', 700],
  ['a table without ids', () => 'Name;Status;Due date\nOne;todo;05.03.2024\nTwo;done;bald\n', 'list.csv', 2],
  ['a table with tabs', () => 'sep=\t\r\nID\tTitle\r\n1\ta\r\n2\tb\r\n', 'list.tsv', 2],
  ['JSON Lines', () => lines(...many(9, id => ({ id, title: `t${id}`, parent: id > 0 ? 0 : null }))), 'a.jsonl', 9],
  ['other JSON', () => json({ records: many(9, id => ({ key: `R-${id}`, name: `t${id}` })) }), 'a.json', 9],
  ['agent-state', stateDatabase, 'state.sqlite', 0],
  [
    'a newer line with fields unknown here',
    () => lines({ id: 'x-1', title: 'a', fancy: { deep: [1.1, null] } }),
    'a.jsonl',
    1,
  ],
];

it.each(shapes)(
  '%s comes over, and a second import adds nothing',
  { timeout: 60_000 },
  async (_, filesOf, name, added) => {
    const files = await filesOf();
    const isOne = typeof files === 'string' || files instanceof Uint8Array;
    if (!isOne) for (const [file, text] of Object.entries(files)) write(`${name}/${file}`, text);
    const path = isOne ? write(name, files) : rig.repository.directory;
    const first = await run(path);
    expect(first).toMatchObject({ skipped: 0, brokenDependencies: [] });
    const count = Number((await counted('select count(*) from work_items'))[0]?.[0]);
    expect(first.added).toBe(count);
    if (added > 0) expect(count).toBe(added);
    else expect(count).toBeGreaterThan(0);
    const before = await rig.repository.dump();
    for (const actor of [undefined, agent]) {
      expect(await run(path, {}, actor)).toMatchObject({
        added: 0,
        existing: count,
        conversions: first.conversions.filter(({ to }) => to === 'left out'),
      });
    }
    expect(await rig.repository.dump()).toBe(before);
  },
);

it('one page of several is imported with a word about the others', async () => {
  const path = write('jira.json', json({ startAt: 0, total: 30, issues: many(10, jira) }));
  const notes = [
    `${path} has only 10 of 30 issues. For the rest, fetch the other pages, put all pages into one JSON list, and import that.`,
  ];
  expect(await run(path, { dryRun: true })).toMatchObject({ added: 10, notes });
  expect(await run(path)).toMatchObject({ added: 10, notes });
  write(
    'jira.json',
    json([0, 10, 20].map(startAt => ({ startAt, total: 30, issues: many(10, at => jira(startAt + at)) }))),
  );
  expect(await run(path)).toMatchObject({ added: 20, existing: 10, notes: [] });
});

it('an error of a host is refused with what the host says', async () => {
  const path = write('issues.json', json({ message: 'Not Found', documentation_url: 'https://docs.github.com/rest' }));
  for (const more of [{}, { from: 'github' as const }]) {
    expect((await rig.repository.refused(importTracker, { path, ...more })).message).toBe(
      `${path}, line 1: it contains an error from the host, not a list of issues: Not Found.`,
    );
  }
});
