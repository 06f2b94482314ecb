import type { Paint } from './style.js';
import { displayWidth, oneLine, pad, truncate } from './text.js';
import { type View, when } from './view.js';

/** A table column; `text` returns raw text, which is then shown on one line. */
export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row, view: View) => string | null | undefined;
  /** Applied after cutting and padding, so that colors do not count. */
  readonly paint?: Paint | ((row: Row) => Paint | undefined);
  readonly alignRight?: boolean;
  /** May shrink to `minimum` characters if the table is too wide; the first such column shrinks first. */
  readonly minimum?: number;
  /** Dropped if the table is too wide with every column narrowed; the last such column first. */
  readonly spare?: boolean;
  /** Max columns even without a limited width: a text may be pages long. */
  readonly maximum?: number;
  /** Shown even if it is empty in every row. */
  readonly always?: boolean;
}

export const idColumn: Column<{ readonly ref: string }> = { title: 'id', text: row => row.ref, paint: 'cyan' };

export function timeColumn<Row>(timeOf: (row: Row) => string, title = 'when'): Column<Row> {
  return { title, text: (row, view) => when(timeOf(row), view), minimum: 10, paint: 'dim' };
}

export interface Rest {
  readonly nextCursor?: string | null;
  readonly truncated?: boolean;
  readonly total?: number;
}

export function listText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  view: View,
  empty: string,
  rest: Rest = {},
): string {
  return rows.length === 0 ? empty : `${table(columns, rows, view)}${restText(rest, rows.length, view)}`;
}

/** Returns the line below a list with more pages; empty on the last page. */
export function restText({ nextCursor = null, truncated = false, total = 0 }: Rest, shown: number, view: View): string {
  const { dim } = view.style;
  if (nextCursor !== null) return `\n${dim(`For more: --cursor ${nextCursor}`)}`;
  if (total > shown) return `\n${dim(`${total - shown} more: --limit ${total}`)}`;
  return truncated ? `\n${dim('For more: --limit')}` : '';
}

/** Renders aligned rows with a header, no wider than the view if columns allow. Drops columns without values. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], view: View): string {
  const { width, style } = view;
  const filled = columns
    .map(column => ({
      column,
      cells: rows.map(row =>
        truncate(oneLine(column.text(row, view) ?? ''), column.maximum ?? Number.POSITIVE_INFINITY),
      ),
    }))
    .filter(({ column, cells }) => column.always || cells.some(text => text !== ''));
  const shown = width === undefined ? filled : fitting(filled, width);
  const widths = shown.map(widthOf);
  if (width !== undefined) shrink(widths, shown, width);
  const line = (texts: readonly string[], row?: Row): string =>
    shown
      .map(({ column: { alignRight, paint } }, index) => {
        const columnWidth = widths[index] ?? 0;
        const cut = truncate(texts[index] ?? '', columnWidth);
        const padded = index === shown.length - 1 && !alignRight ? cut : pad(cut, columnWidth, alignRight);
        const color = row !== undefined && typeof paint === 'function' ? paint(row) : paint;
        return row === undefined || typeof color !== 'string' ? padded : style[color](padded);
      })
      .join('  ')
      .trimEnd();
  return [
    style.dim(line(shown.map(({ column }) => column.title))),
    ...rows.map((row, index) =>
      line(
        shown.map(({ cells }) => cells[index] ?? ''),
        row,
      ),
    ),
  ].join('\n');
}

interface Filled<Row> {
  readonly column: Column<Row>;
  readonly cells: readonly string[];
}

function widthOf<Row>({ column, cells }: Filled<Row>): number {
  return Math.max(displayWidth(column.title), ...cells.map(displayWidth));
}

function fitting<Row>(filled: readonly Filled<Row>[], width: number): readonly Filled<Row>[] {
  const least = filled.map(one => Math.min(one.column.minimum ?? Number.POSITIVE_INFINITY, widthOf(one)));
  if (least.reduce((sum, one) => sum + one + 2, -2) <= width) return filled;
  const spare = filled.findLastIndex(({ column }) => column.spare === true);
  return spare === -1 ? filled : fitting(filled.toSpliced(spare, 1), width);
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
