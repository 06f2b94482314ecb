import type { Connection } from './connection.js';

/** Highest migration that a database has; 0 for an empty one. */
export function schemaVersionOf(connection: Connection): number {
  return Math.max(0, ...appliedSteps(connection));
}

/** The versions of all migrations that a database has, those of compatible steps too; none for an empty one. */
export function appliedSteps(connection: Connection): ReadonlySet<number> {
  const tables = connection.run(
    "select name from sqlite_master where type = 'table' and name = 'schema_migrations'",
    [],
  );
  if (tables.rows.length === 0) return new Set();
  const { rows } = connection.run('select version from schema_migrations order by version', []);
  return new Set(rows.map(({ version }) => Number(version)));
}
