import { expect, it } from 'vitest';
import { queryTable } from './queryTable.js';

it('lays out columns, numbers to the right', () => {
  const rows = [
    [1, 'Fix the login'],
    [12, null],
  ];
  expect(queryTable({ columns: ['number', 'title'], rows, truncated: false })).toBe(
    ['number  title', '------  -------------', '     1  Fix the login', '    12', '', '2 rows', ''].join('\n'),
  );
});

it('cuts what is too wide, and says when there are more rows', () => {
  const text = queryTable({ columns: ['a'], rows: [['x'.repeat(80)]], truncated: true });
  expect(text).toContain(`${'x'.repeat(59)}…\n`);
  expect(text).toContain('1 row (more available)');
});

it('shows the columns of an empty result', () => {
  expect(queryTable({ columns: ['a'], rows: [], truncated: false })).toBe('a\n-\n\n0 rows\n');
});
