import { oneLine } from '../domain/text/oneLine.js';

/** A title that begins with `#` makes a column of numbers; `none` replaces a table without rows. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none: string,
): string[] {
  if (rows.length === 0) return [none];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(titles.map(title => title.replace(/^#/, ''))),
    line(titles.map(title => (title.startsWith('#') ? '---:' : '---'))),
    ...rows.map(row => line(row.map(cell))),
  ];
}

function cell(value: string | number): string {
  return oneLine(String(value)).replace(/[\\|`<[\]]/g, mark => `\\${mark}`);
}
