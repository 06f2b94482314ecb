import type { RecordDefinition } from '../../../domain/record/record.js';
import { recordList } from '../../../domain/records.js';
import { type Asked, narrowing } from './filters.js';
import { type Column, idColumn, listText, type Rest, timeColumn } from './table.js';
import { oneLine } from './text.js';
import type { View } from './view.js';

type Shown = Readonly<Record<string, unknown>> & { readonly ref: string };

/** Words before the ref in the sentence about a change, by the last word of the operation's name. */
const done: Readonly<Record<string, string>> = {
  add: 'Added',
  update: 'Changed',
  complete: 'Done:',
  skip: 'Skipped',
  resolve: 'Resolved',
  close: 'Closed',
};

/** Renders by the record's definition alone; undefined for other operations. */
export function recordText(name: string, answer: unknown, view: View, filters: Asked): string | undefined {
  const [word = '', verb = ''] = name.split('.');
  const definition = recordList.find(([, { facts }]) => facts.word === word && facts.list !== undefined)?.[1];
  if (definition === undefined) return undefined;
  const fields = answer as Readonly<Record<string, unknown>>;
  if (verb === 'list') return listOf(definition, word, fields[`${word}s`] as readonly Shown[], view, filters, fields);
  const said = done[verb];
  const record = fields[word] as Shown | undefined;
  const [text] = textColumns(definition);
  return said && record && text && `${said} ${record.ref} ${oneLine(String(record[text.field]))}.`;
}

function listOf(
  definition: RecordDefinition,
  word: string,
  rows: readonly Shown[],
  view: View,
  filters: Asked,
  rest: Rest,
): string {
  const title = definition.facts.names?.one.toLowerCase() ?? word;
  const empty =
    narrowing(filters, 'task').length > 0
      ? `No matching ${title}s.`
      : `No ${title}s. To add one: stateroom ${word} add`;
  return listText(columnsOf(definition, word), rows, view, empty, rest);
}

function columnsOf(definition: RecordDefinition, word: string): readonly Column<Shown>[] {
  const { list = [], open } = definition.facts;
  const [main, ...others] = textColumns(definition).map(({ name }) => name);
  const ended = definition.shown.find(({ name }) => name === open?.endedAt)?.field ?? '';
  const columns = definition.shown.filter(({ name }) => list.includes(name));
  const sorted = columns.toSorted((one, other) => list.indexOf(one.name) - list.indexOf(other.name));
  return [
    idColumn,
    ...sorted.map(({ name, field }): Column<Shown> => {
      const text = (row: Shown): string | null => (row[field] === null ? null : String(row[field]));
      if (name === main) return { title: word, text, minimum: 20 };
      if (others.includes(name)) return { title: field, text, minimum: 12 };
      return { title: field, text, alignRight: name !== 'status' };
    }),
    { title: 'by', text: row => String(row.actor), minimum: 8 },
    timeColumn(row => String(row[ended] ?? row.createdAt)),
  ];
}

/** Texts by people or agents among a record's columns, its own first. */
function textColumns({ shown, facts }: RecordDefinition) {
  return (facts.search ?? []).flatMap(column => shown.find(({ name }) => name === column) ?? []);
}
