import { describe, expect, it } from 'vitest';
import { laneColumns, workerTable } from './laneTables.js';
import { workItemColumns } from './queueText.js';
import { makeStyle } from './style.js';
import { type Column, table } from './table.js';
import type { View } from './view.js';

const bare = makeStyle(false);
/** Painting and heads can be seen. */
const marked = { ...bare, dim: (text: string) => text.toUpperCase(), cyan: (text: string) => `<${text}>` };
const view = (width?: number): View => ({ style: { ...bare, cyan: marked.cyan }, width, now: 0 });

interface Row {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
}

const columns: readonly Column<Row>[] = [
  { title: 'id', text: row => row.id, paint: 'cyan' },
  { title: 'title', text: row => row.title, minimum: 6 },
  { title: 'owner', text: row => row.owner, minimum: 4 },
];
const rows: readonly Row[] = [
  { id: 'W-1', title: 'Fix the login', owner: 'ada' },
  { id: 'W-12', title: '日本', owner: '' },
];

describe('table', () => {
  it('aligns columns, paints outside the measure and trims line ends', () => {
    expect(table(columns, rows, { ...view(), style: marked })).toBe(
      ['ID    TITLE          OWNER', '<W-1 >  Fix the login  ada', '<W-12>  日本'].join('\n'),
    );
  });

  it('cuts what may be cut to fit a terminal', () => {
    const lines = table(columns, rows, view(18)).split('\n');
    expect(lines[1]).toBe('<W-1 >  Fix t…  ada');
  });

  it('leaves a table too wide rather than unreadable', () => {
    expect(table(columns, rows, view(3)).split('\n')[1]).toBe('<W-1 >  Fix t…  ada');
  });

  it('leaves out a column without content unless it always shows', () => {
    const empty = [{ id: 'W-1', title: 'T', owner: '' }];
    expect(table(columns, empty, view())).toBe('id   title\n<W-1>  T');
    const always = columns.map(column => ({ ...column, always: true }));
    expect(table(always, [], view())).toBe('id  title  owner');
  });
});

it('cuts a text that may be pages long even where nothing limits the width', () => {
  const columns = [
    { title: 'id', text: ({ id }: { id: string }) => id },
    { title: 'text', text: ({ text }: { text: string }) => text, maximum: 6 },
  ];
  expect(
    table(
      columns,
      [
        { id: 'A', text: 'short' },
        { id: 'B', text: 'a long one' },
      ],
      view(),
    ),
  ).toBe('id  text\nA   short\nB   a lon…');
});

describe('lists of lanes, workers and work items', () => {
  const long = 'x'.repeat(60);
  const at = '2026-11-02T10:00:00.000Z';
  const lane = {
    ref: 'L-123',
    lane: long,
    status: 'closed',
    closeReason: 'superseded',
    state: 'CONFLICTED',
    branch: `feature/${long}`,
    ahead: 123,
    behind: 1234,
    failing: [long],
    port: 42_010,
    after: [long],
    waitsFor: [],
    task: 'T-123',
    workItem: 'W-123',
    description: long,
    createdAt: at,
    worker: {
      agent: `claude:${long}`,
      liveness: 'WAITING',
      stateChangedAt: at,
      lastBeatAt: at,
      approvedBy: long,
      reason: long,
      submitted: 'a'.repeat(40),
      trouble: null,
    },
  };
  const item = {
    ref: 'W-1234',
    priority: 2,
    section: 'done',
    status: 'cancelled',
    title: long,
    owner: long,
    assignee: long,
    parent: 'W-1233',
    labels: [long],
    lease: null,
    dependsOn: [],
    dueAt: null,
    notBefore: null,
    updatedAt: at,
  };

  it.each([120, 119, 110, 100, 80])('fit %i columns, however long their texts are', width => {
    const lists = [
      table(laneColumns as never, [lane], view(width)),
      workerTable([lane] as never, view(width)),
      table(workItemColumns as never, [item], view(width)),
    ];
    for (const text of lists) {
      for (const line of text.replaceAll(/[<>]/g, '').split('\n')) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  });

  it('leave out the port and the branch before what the lane is for', () => {
    const heads = (width: number) =>
      table(laneColumns as never, [lane], view(width))
        .split('\n')[0]
        ?.split(/ +/);
    expect(heads(200)).toContain('branch');
    expect(heads(120)).toEqual(expect.arrayContaining(['lane', 'status', 'worker', 'failing', 'for', 'what']));
    expect(heads(120)).not.toContain('opened');
  });
});
