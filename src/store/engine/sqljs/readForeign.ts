import type { DatabaseContent, DatabaseRow } from '../../../domain/import/database.js';
import type { SqlJsDatabase, SqlJsModule } from './sqlJsModule.js';

/** Offsets of the file format's write and read version, which are 2 in WAL mode: that needs memory shared with other processes. */
const versionOffsets = [18, 19];

/**
 * Reads tables of an SQLite file of another program, of which `image` is a copy that is used up; undefined where SQLite finds it
 * damaged. The caller sees to it that nothing of the content is in a write-ahead log.
 */
export function readForeign(
  module: SqlJsModule,
  image: Uint8Array,
  tables: readonly string[],
): DatabaseContent | undefined {
  for (const offset of versionOffsets) if (image[offset] === 2) image[offset] = 1;
  let database: SqlJsDatabase | undefined;
  try {
    database = new module.Database(image);
    const names = new Set(column(database, "select name from sqlite_master where type = 'table'"));
    const version = Number(column(database, 'pragma user_version')[0]);
    const present = tables.filter(table => names.has(table));
    const found: [string, DatabaseRow[]][] = [];
    for (const table of present) found.push([table, rowsOf(database, table)]);
    return { version, tables: new Map(found) };
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

function column(database: SqlJsDatabase, sql: string): unknown[] {
  return database.exec(sql).flatMap(({ values }) => values.map(([value]) => value));
}

function rowsOf(database: SqlJsDatabase, table: string): DatabaseRow[] {
  const statement = database.prepare(`select * from "${table}"`);
  try {
    const rows: DatabaseRow[] = [];
    const columns = statement.getColumnNames();
    while (statement.step()) {
      const values = statement.get();
      rows.push(Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null])));
    }
    return rows;
  } finally {
    statement.free();
  }
}
