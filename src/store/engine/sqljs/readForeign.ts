import type { DatabaseContent, DatabaseLimits, DatabaseRow } from '../../../domain/import/database.js';
import type { SqlJsDatabase, SqlJsModule } from './sqlJsModule.js';

/** Offsets of the format's write and read version; 2 is WAL mode, which needs shared memory. */
const versionOffsets = [18, 19];

/** Consumes `image`, without a write-ahead log; undefined if damaged. Evaluates no view, virtual table or generated column. */
export function readForeign(
  module: SqlJsModule,
  image: Uint8Array,
  tables: readonly string[],
  limits: DatabaseLimits,
): DatabaseContent | undefined {
  for (const offset of versionOffsets) if (image[offset] === 2) image[offset] = 1;
  let database: SqlJsDatabase | undefined;
  try {
    database = new module.Database(image);
    const stored = "select name from pragma_table_list where schema = 'main' and type = 'table'";
    const names = new Set(column(database, stored));
    const version = Number(column(database, 'pragma user_version')[0]);
    const left = { bytes: limits.bytes };
    const found = new Map<string, DatabaseRow[]>();
    for (const table of tables.filter(name => names.has(name))) {
      const rows = rowsOf(database, table, limits.rows, left);
      if (rows === undefined) return { version, tables: found, tooLarge: table };
      found.set(table, rows);
    }
    return { version, tables: found };
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

function column(database: SqlJsDatabase, sql: string): unknown[] {
  return database.exec(sql).flatMap(({ values }) => values.map(([value]) => value));
}

/** Undefined above the limit. */
function rowsOf(
  database: SqlJsDatabase,
  table: string,
  maxRows: number,
  left: { bytes: number },
): DatabaseRow[] | undefined {
  const stored = column(database, `select name from pragma_table_xinfo('${table}') where hidden = 0`).map(String);
  const quoted = stored.map(name => `"${name.replaceAll('"', '""')}"`);
  const statement = database.prepare(`select ${quoted.join(', ')} from "${table}"`);
  try {
    const rows: DatabaseRow[] = [];
    while (statement.step()) {
      const values = statement.get();
      for (const value of values)
        left.bytes -= typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
      if (left.bytes < 0 || rows.length === maxRows) return undefined;
      rows.push(Object.fromEntries(stored.map((name, index) => [name, values[index] ?? null])));
    }
    return rows;
  } finally {
    statement.free();
  }
}
