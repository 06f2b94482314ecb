import { message } from '../../messages/message.js';
import { badEntry, Collected, type Place, type Reading, type SourceFile } from './imported.js';
import { hasTitle, readRecord } from './tabular.js';

/** RFC 4180 with a header, and commas, semicolons or tabs. A repeated column, as in Jira's, is a list. */
export function readCsv(files: readonly SourceFile[]): Reading {
  const found = new Collected();
  for (const file of files) found.attempt(() => readFile(file, found));
  return found;
}

function readFile(file: SourceFile, found: Collected): void {
  const rows = rowsOf(file);
  const head = rows.next().value as Row | undefined;
  const columns = head?.cells ?? [];
  if (head?.isBroken) throw badEntry({ file: file.name, line: head.line }, message('imports.badQuotes'));
  if (head !== undefined && !hasTitle(columns)) {
    throw badEntry({ file: file.name, line: head.line }, message('imports.noTitleColumn', { columns: shown(columns) }));
  }
  for (const { cells, line, isBroken } of rows)
    found.add(() => {
      const place: Place = { file: file.name, line };
      if (isBroken) throw badEntry(place, message('imports.badQuotes'));
      const expected = columns.length;
      const isFilled = cells.slice(expected).some(cell => cell !== '');
      if (cells.length < expected || isFilled) {
        throw badEntry(place, message('imports.cellCount', { count: cells.length, expected }));
      }
      return readRecord(
        columns.map((name, column) => [name, cells[column]]),
        place,
      );
    });
}

const maxShown = 500;

function shown(columns: readonly string[]): string {
  const text = columns.join(', ');
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

interface Row {
  readonly cells: string[];
  readonly line: number;
  /** True if its quotes are wrong; the rest of the line is skipped. */
  readonly isBroken?: boolean;
}

/** Yields all non-empty rows. Parsed by hand: a regular expression overflows the stack on a cell of several MB. */
function* rowsOf({ text: given }: SourceFile): Generator<Row> {
  // Classic Mac files end lines with a lone carriage return.
  const text = given.includes('\n') ? given : given.replaceAll('\r', '\n');
  const { separator, start } = beginningOf(text);
  let line = start === 0 ? 1 : 2;
  let row: Row = { cells: [], line };
  for (let at = start; at < text.length || row.cells.length > 0; ) {
    const open = afterBlanks(text, at);
    const isQuoted = text[open] === '"';
    const close = isQuoted ? endOfQuoted(text, open) : endOfPlain(text, at, separator);
    const end = isQuoted && close !== -1 ? afterBlanks(text, close) : close;
    const after = text.startsWith('\r\n', end) ? '\n' : text[end];
    if (end === -1 || (after !== undefined && after !== separator && after !== '\n')) {
      yield { ...row, isBroken: true };
      const next = text.indexOf('\n', Math.max(at, close)) + 1 || text.length;
      line += text.slice(at, next).split('\n').length - 1;
      at = next;
      row = { cells: [], line };
      continue;
    }
    const cell = isQuoted ? text.slice(open + 1, close - 1).replaceAll('""', '"') : text.slice(at, end);
    row.cells.push(cell.trim());
    // Only quoted cells contain line breaks; searching past the cell would be quadratic on long lines.
    if (isQuoted) line += linesIn(cell);
    at = end + (text[end] === '\r' ? 2 : 1);
    if (after === separator) continue;
    if (after === '\n') line += 1;
    if (row.cells.some(value => value !== '')) yield row;
    row = { cells: [], line };
  }
}

/** Detects the separator and skips a first line such as `sep=;`, which spreadsheets write. */
function beginningOf(text: string): { separator: string; start: number } {
  const [said, given] = /^sep=([,;\t])\r?\n/i.exec(text) ?? [];
  if (said !== undefined && given !== undefined) return { separator: given, start: said.length };
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const separator = [',', ';', '\t'].reduce((best, other) =>
    head.split(other).length > head.split(best).length ? other : best,
  );
  return { separator, start: 0 };
}

function linesIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}

/** Index just after the closing quote; -1 without one. */
function endOfQuoted(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return -1;
}

function endOfPlain(text: string, start: number, separator: string): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === separator || sign === '\n' || (sign === '\r' && text[at + 1] === '\n')) break;
  }
  return at;
}
