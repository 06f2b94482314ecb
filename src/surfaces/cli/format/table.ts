import { displayWidth, pad, truncate } from './text.js';

export interface Column<Row> {
  readonly title: string;
  /** Plain text of one line. */
  readonly text: (row: Row) => string;
  /** Applied after the text is cut and padded, so that colours do not count. */
  readonly paint?: (text: string, row: Row) => string;
  readonly alignRight?: boolean;
  /** May be narrowed to `minimum` characters if the table is too wide; the first such column is narrowed first. */
  readonly minimum?: number;
  /** Cut to so many columns even where nothing limits the width: a text may be pages long. */
  readonly maximum?: number;
  /** Shown even when no row has anything in it. */
  readonly always?: boolean;
}

/**
 * Rows as aligned text with a head line, no wider than `width` columns where columns allow it (undefined: never cut).
 * A column that is empty in every row is left out.
 */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, head = text => text }: { width: number | undefined; head?: (text: string) => string },
): string {
  const cells = columns.map(({ text, maximum }) =>
    rows.map(row => (maximum === undefined ? text(row) : truncate(text(row), maximum))),
  );
  const shown = columns
    .map((column, index) => ({ column, cells: cells[index] ?? [] }))
    .filter(entry => entry.column.always || entry.cells.some(text => text !== ''));
  const widths = shown.map(entry => Math.max(displayWidth(entry.column.title), ...entry.cells.map(displayWidth)));
  if (width !== undefined) shrink(widths, shown, width);
  const line = (texts: readonly string[], row?: Row): string =>
    texts
      .map((text, index) => {
        const { column } = shown[index] ?? {};
        const columnWidth = widths[index] ?? 0;
        const isLast = index === shown.length - 1;
        const cut = truncate(text, columnWidth);
        const padded = isLast && !column?.alignRight ? cut : pad(cut, columnWidth, column?.alignRight);
        return row !== undefined && column?.paint !== undefined ? column.paint(padded, row) : padded;
      })
      .join('  ')
      .trimEnd();
  const titles = line(shown.map(entry => entry.column.title));
  const body = rows.map((row, index) =>
    line(
      shown.map(entry => entry.cells[index] ?? ''),
      row,
    ),
  );
  return [head(titles), ...body].join('\n');
}

function shrink<Row>(widths: number[], shown: readonly { column: Column<Row> }[], width: number): void {
  let excess = widths.reduce((sum, one) => sum + one, 0) + 2 * (widths.length - 1) - width;
  for (const [index, { column }] of shown.entries()) {
    if (excess <= 0) return;
    if (column.minimum === undefined) continue;
    const present = widths[index] ?? 0;
    const next = Math.max(Math.min(column.minimum, present), present - excess);
    widths[index] = next;
    excess -= present - next;
  }
}
