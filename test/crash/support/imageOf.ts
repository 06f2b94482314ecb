import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Highest generation that a journal exists for. */
export function newestGeneration(directory: string): number {
  const generations = readdirSync(directory).flatMap(name => {
    const match = /^journal\.(\d{8})\.log$/.exec(name);
    return match?.[1] === undefined ? [] : [Number(match[1])];
  });
  return Math.max(0, ...generations);
}

export function journalPath(directory: string, generation = newestGeneration(directory)): string {
  return join(directory, `journal.${String(generation).padStart(8, '0')}.log`);
}

/** The snapshot files of a generation. */
export function snapshotPaths(directory: string, generation = newestGeneration(directory)): string[] {
  const start = `state.${String(generation).padStart(8, '0')}.`;
  return readdirSync(directory)
    .filter(name => name.startsWith(start) && name.endsWith('.sqlite'))
    .map(name => join(directory, name));
}

/** Runs a query on an image with another SQLite than the store's. */
export function askImage(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}
