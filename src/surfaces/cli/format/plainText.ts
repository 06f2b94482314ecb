import { visibleJson } from '../../../domain/text/visibleText.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine, pad } from './text.js';
import { type View, words } from './view.js';

type Record_ = Readonly<Record<string, unknown>>;

/** Renders JSON as tables and name-value pairs: a nested record as its ref and title, deeper values as JSON. */
export function plainText(value: unknown, view: View): string {
  if (isRecordList(value)) return value.length === 0 ? '' : recordTable(value, view);
  if (!isRecord(value)) return cell(value);
  // A single record needs no heading: its fields are the answer.
  const [only, ...others] = Object.values(value).filter(isShown);
  return recordText(isRecord(only) && others.length === 0 ? only : value, view);
}

interface Tabular {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Renders a query's answer as a table: numbers right-aligned, null as `∅`. */
export function queryTable({ columns, rows }: Tabular, view: View): string {
  const shown = columns.map((title, index): Column<readonly unknown[]> => {
    const numeric = rows.every(row => row[index] === null || typeof row[index] === 'number');
    return {
      title: oneLine(title) || ' ',
      always: true,
      text: row => (row[index] === null ? '∅' : cell(row[index])),
      alignRight: numeric && rows.length > 0,
      ...(numeric ? {} : { minimum: 8 }),
    };
  });
  return table(shown, rows, view);
}

function recordTable(records: readonly Record_[], view: View): string {
  const names = [...new Set(records.flatMap(record => Object.keys(record)))];
  const columns = names.map(
    (name): Column<Record_> => ({ title: words(name), text: record => cell(record[name]), minimum: 8 }),
  );
  return table(columns, records, view);
}

function recordText(record: Record_, view: View): string {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined && value !== null);
  const facts = entries.filter(([, value]) => !isRecordList(value) || value.length === 0);
  const lists = entries.filter(([, value]) => isRecordList(value) && value.length > 0);
  const width = Math.max(0, ...facts.map(([name]) => words(name).length));
  const lines = facts
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .flatMap(([name, value]) => {
      const [first = '', ...others] = typeof value === 'string' ? manyLines(value) : [cell(value)];
      const label = view.style.dim(pad(words(name), width));
      return [`${label}  ${first}`, ...others.map(line => `${' '.repeat(width + 2)}${line}`)];
    });
  const tables = lists.map(([name, value]) => `${view.style.bold(words(name))}\n${plainText(value, view)}`);
  return [lines.join('\n'), ...tables].filter(part => part !== '').join('\n\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return oneLine(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return value.map(cell).join(', ');
  if (typeof value !== 'object') return String(value);
  const { ref, title } = value as Record_;
  return typeof ref === 'string' && typeof title === 'string' ? oneLine(`${ref} ${title}`) : visibleJson(value);
}

/** False for nothing and for an empty list. */
function isShown(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function isRecord(value: unknown): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordList(value: unknown): value is readonly Record_[] {
  return Array.isArray(value) && value.every(isRecord);
}
