import { describe, expect, it } from 'vitest';
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
