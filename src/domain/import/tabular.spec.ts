import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.js';
import { readJsonLines } from './jsonLines.js';

const csv = (text: string) => readCsv([{ name: 'issues.csv', text }]).entries;
const jsonl = (...lines: unknown[]) =>
  readJsonLines([{ name: 'items.jsonl', text: lines.map(line => JSON.stringify(line)).join('\n') }]).entries;

describe('a table', () => {
  it('is read with every column, as Vibe Kanban exports it', () => {
    const head =
      'Issue ID,Title,Description,Status,Priority,Project,Assignee(s),Creator,Created,Updated,Start Date,Due Date,Completed,Parent Issue';
    const row =
      'VK-1,"Say ""hi"", twice","Two\nlines",In review,High,Shop,"ana, ben",cem,2026-11-01,2026-11-02T00:00:00Z,2026-11-05,2026-12-01,2026-11-30,VK-0';
    expect(csv(`${head}\n${row}\nVK-2,Next,,,,,,,,,,,,\n`)).toEqual([
      {
        place: { file: 'issues.csv', line: 2 },
        id: 'VK-1',
        title: 'Say "hi", twice',
        status: 'In review',
        kind: undefined,
        priority: 'High',
        labels: [],
        owner: 'ana',
        createdAt: Date.UTC(2026, 10, 1),
        updatedAt: Date.UTC(2026, 10, 2),
        startedAt: undefined,
        closedAt: Date.UTC(2026, 10, 30),
        due: Date.UTC(2026, 11, 1),
        notBefore: Date.UTC(2026, 10, 5),
        links: [{ kind: 'parent', id: 'VK-0', role: 'partOf' }],
        notes: undefined,
        comments: [],
        aliases: [],
        details: { Description: 'Two\nlines', Project: 'Shop', Creator: 'cem', assignees: ['ana', 'ben'] },
        counted: [
          ['column', 'Description', 'payload'],
          ['column', 'Project', 'payload'],
          ['column', 'Creator', 'payload'],
        ],
      },
      expect.objectContaining({ place: { file: 'issues.csv', line: 4 }, id: 'VK-2', title: 'Next', details: {} }),
    ]);
  });

  it('may have semicolons or tabs, empty lines and either end of line', () => {
    expect(csv('id;title;labels\r\n1;a, b;"x;y"\r\n\r\n2;c;').map(({ title, labels }) => [title, labels])).toEqual([
      ['a, b', ['x', 'y']],
      ['c', []],
    ]);
    expect(csv('id\ttitle\tBlocked by\n1\ta\t2')[0]?.links).toEqual([
      { kind: 'dependency', id: '2', role: 'waitsFor' },
    ]);
  });
});

describe('a column that is repeated', () => {
  const head = 'Summary,Issue key,Issue id';
  const row = (columns: string, cells: string) => csv(`${head},${columns}\nFix,SHOP-1,10001,${cells}`)[0];

  it.each([
    ['labels', 'Labels,Labels,Labels', 'backend,,urgent', ['backend', 'urgent']],
    ['labels', 'Label,label,LABEL', 'a,b,a', ['a', 'b']],
    ['labels', 'Tags,Tags', '"a;b",c', ['a', 'b', 'c']],
    ['comments', 'Comment,Comment', 'first,second', [{ text: 'first' }, { text: 'second' }]],
    [
      'comments',
      'Comments,Comments',
      '3/Nov/20 12:17 PM;ana;Use backoff; or not,"4/Nov/20 8:00 AM;;two\nlines"',
      [
        { author: 'ana', at: Date.UTC(2020, 10, 3, 12, 17), text: 'Use backoff; or not' },
        { author: undefined, at: Date.UTC(2020, 10, 4, 8), text: 'two\nlines' },
      ],
    ],
    [
      'links',
      'Inward issue link (Blocks),Inward issue link (Blocks),Parent id',
      'SHOP-7,SHOP-8,10002',
      [
        { kind: 'dependency', id: 'SHOP-7', role: 'waitsFor' },
        { kind: 'dependency', id: 'SHOP-8', role: 'waitsFor' },
        { kind: 'parent', id: '10002', role: 'partOf' },
      ],
    ],
    ['details', 'Assignee,Assignee', 'ana,ben', { 'Issue id': '10001', assignees: ['ana', 'ben'] }],
    ['details', 'Sprint,Sprint,Watchers', 'one,two,', { 'Issue id': '10001', Sprint: ['one', 'two'] }],
    ['details', 'Status,Status', 'To Do,Done', { 'Issue id': '10001', Status: ['To Do', 'Done'] }],
    ['status', 'Status,Status', 'To Do,Done', 'To Do'],
    ['aliases', 'Sprint', 'one', ['10001']],
    [
      'counted',
      'Created,Sprint,Sprint,Watchers,Points',
      '03/06/2024,one,,,0',
      [
        ['time', 'Created', 'payload'],
        ['column', 'Issue id', 'payload'],
        ['column', 'Sprint', 'payload'],
        ['column', 'Points', 'payload'],
      ],
    ],
  ] as const)('becomes a list: %s of %s', (part, columns, cells, expected) => {
    expect(row(columns, cells)?.[part]).toEqual(expected);
  });
});

describe('a cell', () => {
  it.each([
    ['x, "a, b" ,c', ['x', 'a, b', 'c']],
    ['5" screen,b,c', ['5" screen', 'b', 'c']],
    ['"5"" screen",b,c,,', ['5" screen', 'b', 'c']],
    ['"a\r\nb",b,"c"', ['a\r\nb', 'b', 'c']],
    ['"""a""","",""""', ['"a"', undefined, '"']],
    ["=1+1,'b,-", ['=1+1', "'b", '-']],
  ])('%s is read', (line, [title, status, kind]) => {
    for (const end of ['', '\n', '\r\n', '\r\n\r\n']) {
      expect(csv(`title,status,type\n${line}${end}`)).toEqual([expect.objectContaining({ title, status, kind })]);
    }
  });

  it('may be large, and lines are counted through it', () => {
    const note = 'x'.repeat(15_000_000);
    const [first, second] = csv(`sep=;\r\ntitle;notes\r\na;"${note}\n"\r\nb;`);
    expect([first?.notes?.length, first?.place.line, second?.place.line]).toEqual([15_000_000, 3, 5]);
  });

  it('is in a line of its own where an old Mac wrote it', () => {
    expect(csv('title,status\ra,done\rb,todo').map(({ title, status }) => [title, status])).toEqual([
      ['a', 'done'],
      ['b', 'todo'],
    ]);
  });
});

describe('a field of JSON', () => {
  const one = (fields: object) => jsonl({ title: 'a', ...fields })[0];
  it.each([
    [{ status: { id: 3, name: 'In Progress' } }, 'status', 'In Progress'],
    [{ assignee: { id: 7, username: 'ana' } }, 'owner', 'ana'],
    [{ assignees: [{ login: 'ana' }, { login: 'ben' }] }, 'owner', 'ana'],
    [{ labels: [{ name: 'x' }, 'y', null] }, 'labels', ['x', 'y']],
    [{ type: { color: 'red' } }, 'details', { type: { color: 'red' } }],
    [{ parent: { identifier: 'ENG-1', id: 'f00' } }, 'links', [{ kind: 'parent', id: 'ENG-1', role: 'partOf' }]],
    [{ priority: null, notes: ['one', 'two'] }, 'notes', 'one'],
    [{ created: { seconds: 1 } }, 'createdAt', undefined],
    [{ comments: [{ body: 'x', author: { name: 'ana' } }, {}] }, 'comments', [{ author: 'ana', text: 'x' }]],
  ] as const)('%j gives its %s', (fields, part, expected) => {
    expect(one(fields)?.[part]).toEqual(expected);
  });
});

describe('JSON Lines', () => {
  it('are read with every field', () => {
    const comments = ['Plain', { author: 'ana', text: 'Signed', created_at: '2026-11-02T00:00:00Z' }];
    expect(
      jsonl({
        id: 9,
        title: 'a',
        status: 'doing',
        kind: 'bug',
        priority: 0,
        labels: ['x'],
        owner: 'ana',
        createdAt: '2026-11-01',
        updatedAt: Date.UTC(2026, 10, 2),
        startedAt: '2026-11-03',
        closedAt: '2026-11-04',
        due: '2026-11-05',
        notBefore: '2026-11-06',
        parent: 'p',
        dependsOn: ['b', 3],
        notes: 'n',
        comments,
        payload: { any: true },
        completed: false,
      }),
    ).toEqual([
      {
        place: { file: 'items.jsonl', line: 1 },
        id: '9',
        title: 'a',
        status: 'doing',
        kind: 'bug',
        priority: '0',
        labels: ['x'],
        owner: 'ana',
        createdAt: Date.UTC(2026, 10, 1),
        updatedAt: Date.UTC(2026, 10, 2),
        startedAt: Date.UTC(2026, 10, 3),
        closedAt: Date.UTC(2026, 10, 4),
        due: Date.UTC(2026, 10, 5),
        notBefore: Date.UTC(2026, 10, 6),
        links: [
          { kind: 'dependency', id: 'b', role: 'waitsFor' },
          { kind: 'dependency', id: '3', role: 'waitsFor' },
          { kind: 'parent', id: 'p', role: 'partOf' },
        ],
        notes: 'n',
        comments: [{ text: 'Plain' }, { author: 'ana', at: Date.UTC(2026, 10, 2), text: 'Signed' }],
        aliases: [],
        details: { payload: { any: true }, completed: false },
        counted: [
          ['column', 'payload', 'payload'],
          ['column', 'completed', 'payload'],
        ],
      },
    ]);
  });
});
