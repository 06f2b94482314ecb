import { l10n } from 'vscode';
import { shortened } from '../../../domain/text/shortened.js';
import type { QueryResult } from '../../../store/store.js';

/** Max characters of a value; a table that wraps is unreadable. */
const widestCell = 60;

/** Renders the rows of a query as a text table, numbers right-aligned. */
export function queryTable({ columns, rows, truncated }: QueryResult): string {
  const cells = rows.map(row => row.map(value => shortened(value === null ? '' : String(value), widestCell)));
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map(row => row[index]?.length ?? 0)));
  const line = (texts: readonly string[], kinds: readonly unknown[]): string =>
    texts
      .map((text, index) => {
        const width = widths[index] ?? 0;
        return typeof kinds[index] === 'number' ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const count = rows.length === 1 ? l10n.t('1 row') : l10n.t('{0} rows', rows.length);
  return [
    line(columns, rows[0] ?? []),
    widths.map(width => '-'.repeat(width)).join('  '),
    ...cells.map((row, index) => line(row, rows[index] ?? [])),
    '',
    truncated ? l10n.t('{0} (more available)', count) : count,
    '',
  ].join('\n');
}
