import { formatRef } from '../identifier/identifier.js';
import type { RecordDefinition, RowOf } from '../record/record.js';
import { type ListedName, type ListedRecords, records } from '../records.js';

export type OpenRecords = { readonly [Name in ListedName]: readonly RowOf<ListedRecords[Name]>[] };

/** Returns the ref of a row and its own text. */
export function refAndText(name: ListedName, row: OpenRecords[ListedName][number]): { ref: string; text: string } {
  const { kind, facts }: RecordDefinition = records[name];
  const values: Readonly<Record<string, unknown>> = row;
  return { ref: kind === undefined ? '' : formatRef(kind, row.number), text: String(values[facts.search?.[0] ?? '']) };
}

/** A row as callers see it. */
export interface ShownRecord {
  readonly ref: string;
  readonly actor: string;
  readonly createdAt: string;
}

/** Returns the text of a shown row: the first one that searches find. */
export function shownText(name: ListedName, row: ShownRecord): string {
  const { facts, shown }: RecordDefinition = records[name];
  const field = shown.find(column => column.name === facts.search?.[0])?.field ?? '';
  return String((row as unknown as Readonly<Record<string, unknown>>)[field]);
}
