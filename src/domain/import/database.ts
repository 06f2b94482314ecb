import type { z } from 'zod';
import { message } from '../../messages/message.js';
import { type RefusalError, refusalError } from '../refusal/refusal.js';
import { type Collected, type Place, type Reading, readShape } from './imported.js';

export type DatabaseRow = Readonly<Record<string, string | number | Uint8Array | null>>;

export interface DatabaseContent {
  /** `PRAGMA user_version`. */
  readonly version: number;
  /** Rows of each requested table that exists, in stored order, with the stored columns. */
  readonly tables: ReadonlyMap<string, readonly DatabaseRow[]>;
  readonly tooLarge?: string;
}

/** Max rows per table, and max bytes in total. */
export interface DatabaseLimits {
  readonly rows: number;
  readonly bytes: number;
}

export interface SourceDatabase extends DatabaseContent {
  readonly name: string;
  readonly found: Collected;
}

export interface DatabaseReader {
  /** Tables that are read or counted; a file that has all of `needed` belongs to this tracker. */
  readonly tables: readonly string[];
  readonly needed: readonly string[];
  readonly read: (database: SourceDatabase) => Reading;
}

export interface ReadRow<Row> {
  readonly row: Row;
  readonly place: Place;
}

/** Returns the valid rows of a table with their places; empty if there is no such table. */
export function readRows<Shape extends z.ZodType>(
  { name, tables, found }: SourceDatabase,
  table: string,
  shape: Shape,
): ReadRow<z.output<Shape>>[] {
  return (tables.get(table) ?? []).flatMap((row, index) => {
    const place = { file: name, table, line: index + 1 };
    return found.attempt(() => ({ row: readShape(shape, row, place), place })) ?? [];
  });
}

export function newerSchema(file: string, tracker: string, version: string, known: string): RefusalError {
  return refusalError('invalid_input', message('imports.newerSchema', { file, tracker, version, known }), {
    hint: 'imports.newerSchemaHint',
  });
}
