import type { Sheet } from '../../../src/charts/sheet.js';

/** The numbers of a sheet as a spreadsheet reads them (RFC 4180): a head, a line for each row, nothing where there is none. */
export function csvOf({ rowTitle, rows, series }: Sheet): string {
  const lines = [
    [rowTitle, ...series.map(({ label }) => label)],
    ...rows.map(({ label, date }, row) => [date ?? label, ...series.map(({ values }) => values[row] ?? '')]),
  ];
  return lines.map(cells => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would run as a formula is kept a text by a sign before it. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
