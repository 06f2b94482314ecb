import { message } from '../../messages/message.js';
import { badEntry, type Place, type Reading, type SourceFile } from './imported.js';
import { readRecord } from './tabular.js';

/** Reads a table (RFC 4180) whose first line has the names of the columns; the separator is a comma, semicolon or tab. */
export function readCsv(files: readonly SourceFile[]): Reading {
  const entries = files.flatMap(file => {
    const [head, ...rows] = rowsOf(file);
    return rows.map(({ cells, line }) => {
      const place: Place = { file: file.name, line };
      const expected = head?.cells.length ?? 0;
      if (cells.length !== expected) {
        throw badEntry(place, message('imports.cellCount', { count: cells.length, expected }));
      }
      return readRecord(Object.fromEntries(head?.cells.map((name, column) => [name, cells[column]]) ?? []), place);
    });
  });
  return { entries, leftOut: {} };
}

interface Row {
  readonly cells: string[];
  /** On which it begins. */
  readonly line: number;
}

function rowsOf({ name, text }: SourceFile): Row[] {
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const separator = [',', ';', '\t'].reduce((best, other) =>
    head.split(other).length > head.split(best).length ? other : best,
  );
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
  const rows: Row[] = [];
  let row: Row = { cells: [], line: 1 };
  let line = 1;
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const match = cell.exec(text);
    if (match === null) throw badEntry({ file: name, line }, message('imports.badQuotes'));
    const [whole, quoted, plain = '', end] = match;
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (row.cells.some(value => value !== '')) rows.push(row);
    row = { cells: [], line };
  }
  return rows;
}
