import { formatRef } from '../identifier/identifier.js';
import type { RecordDefinition, RowOf } from '../record/record.js';
import { type ListedName, type ListedRecords, records } from '../records.js';

export type OpenRecords = { readonly [Name in ListedName]: readonly RowOf<ListedRecords[Name]>[] };

export function refAndText(name: ListedName, row: OpenRecords[ListedName][number]): { ref: string; text: string } {
  const { kind, facts }: RecordDefinition = records[name];
  const values: Readonly<Record<string, unknown>> = row;
  return { ref: kind === undefined ? '' : formatRef(kind, row.number), text: String(values[facts.search?.[0] ?? '']) };
}

export function listedTitle(name: ListedName): string {
  const { word = name, title = word }: RecordDefinition['facts'] = records[name].facts;
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}s`;
}
