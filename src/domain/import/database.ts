import type { z } from 'zod';
import { message } from '../../messages/message.js';
import { type RefusalError, refusalError } from '../refusal/refusal.js';
import { type Collected, type Place, type Reading, readShape } from './imported.js';

export type DatabaseRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/** What an SQLite file holds. */
export interface DatabaseContent {
  /** `PRAGMA user_version`. */
  readonly version: number;
  /** All rows of each table that was asked for and exists, in the order in which they are stored, with the stored columns. */
  readonly tables: ReadonlyMap<string, readonly DatabaseRow[]>;
  /** The table in which there is more than may be read. */
  readonly tooLarge?: string;
}

/** How much is read at most: rows of each table, and bytes of all. */
export interface DatabaseLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** A tracker's database. */
export interface SourceDatabase extends DatabaseContent {
  /** The file, as people are shown it. */
  readonly name: string;
  /** Where what cannot be read goes. */
  readonly found: Collected;
}

export interface DatabaseReader {
  /** Tables that it reads or counts; those of `needed` tell that the file is of this tracker. */
  readonly tables: readonly string[];
  readonly needed: readonly string[];
  readonly read: (database: SourceDatabase) => Reading;
}

export interface ReadRow<Row> {
  readonly row: Row;
  readonly place: Place;
}

/** The rows of a table that are in this shape, with their places; none where there is no such table. */
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

/** Refuses a schema that may hold what is not known here. */
export function newerSchema(file: string, tracker: string, version: string, known: string): RefusalError {
  return refusalError('invalid_input', message('imports.newerSchema', { file, tracker, version, known }), {
    hint: 'imports.newerSchemaHint',
  });
}
