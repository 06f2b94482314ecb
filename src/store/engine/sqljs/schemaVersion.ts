import type { Connection } from './connection.js';

/** Highest migration; 0 for an empty database. */
export function schemaVersionOf(connection: Connection): number {
  return Math.max(0, ...appliedSteps(connection));
}

export function appliedSteps(connection: Connection): ReadonlySet<number> {
  const tables = connection.run(
    "select name from sqlite_master where type = 'table' and name = 'schema_migrations'",
    [],
  );
  if (tables.rows.length === 0) return new Set();
  const { rows } = connection.run('select version from schema_migrations order by version', []);
  return new Set(rows.map(({ version }) => Number(version)));
}
