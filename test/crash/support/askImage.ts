import { DatabaseSync } from 'node:sqlite';

/** Runs a query on an image with another SQLite than the store's. */
export function askImage(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}
