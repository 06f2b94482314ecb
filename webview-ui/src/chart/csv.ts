import type { Sheet } from '../../../src/charts/sheet.js';

/** The numbers of a sheet as CSV (RFC 4180): a header, a line per row, an empty cell for a missing number. */
export function csvOf({ rowTitle, rows, series }: Sheet): string {
  const lines = [
    [rowTitle, ...series.map(({ label }) => label)],
    ...rows.map(({ label, date }, row) => [date ?? label, ...series.map(({ values }) => values[row] ?? '')]),
  ];
  return lines.map(cells => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Escapes a cell; a leading quote keeps a spreadsheet from running a text as a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
