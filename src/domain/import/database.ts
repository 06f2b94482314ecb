import type { z } from 'zod';
import { message } from '../../messages/message.js';
import { type RefusalError, refusalError } from '../refusal/refusal.js';
import { type Collected, type Place, type Reading, readShape } from './imported.js';

export type DatabaseRow = Readonly<Record<string, string | number | Uint8Array | null>>;

export interface DatabaseContent {
  /** `PRAGMA user_version`. */
  readonly version: number;
  /** Rows of each requested table that exists, in stored order. */
  readonly tables: ReadonlyMap<string, readonly DatabaseRow[]>;
  readonly tooLarge?: string;
}

/** Rows per table, bytes in total. */
export interface DatabaseLimits {
  readonly rows: number;
  readonly bytes: number;
}

export interface SourceDatabase extends DatabaseContent {
  readonly name: string;
  readonly found: Collected;
}

export interface DatabaseReader {
  /** A file with all of `needed` belongs to this tracker. */
  readonly tables: readonly string[];
  readonly needed: readonly string[];
  readonly read: (database: SourceDatabase) => Reading;
}

export interface ReadRow<Row> {
  readonly row: Row;
  readonly place: Place;
}

/** Valid rows with their places; empty without such a table. */
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
