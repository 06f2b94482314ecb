import { join } from 'node:path';
import type { IdSource } from '../../../platform/idSource.js';
import type { Migration } from '../../migrations/migration.js';
import type { Connection } from './connection.js';
import { kyselyOver } from './kyselyDialect.js';
import { type StoreFileSystem, syncDirectory, unlinkQuietly, writeNewFile } from './storeFileSystem.js';

/** Runs one migration with its bookkeeping in the open transaction. `now` in ms UTC. */
export async function applyMigration(
  connection: Connection,
  migration: Migration,
  now: number,
  ids: IdSource,
): Promise<void> {
  await migration.up(kyselyOver<unknown>(connection));
  connection.run('insert into schema_migrations (version, name, applied_at) values (?, ?, ?)', [
    migration.version,
    migration.name,
    now,
  ]);
  if (connection.run('select id from repositories', []).rows.length === 0) {
    connection.run('insert into repositories (id, created_at) values (?, ?)', [ids.ulid(now), now]);
  }
}

/** Runs a step in a transaction that is not logged. */
export async function inMemory(connection: Connection, step: () => Promise<void>): Promise<void> {
  connection.begin();
  try {
    await step();
    connection.commit();
  } catch (error) {
    connection.rollback();
    throw error;
  }
}

/** Requires the lock; keeps an earlier copy. */
export function keepCopy(path: string, files: StoreFileSystem, connection: Connection): void {
  if (files.statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  writeWhole(path, join(path, '..'), files, connection.exportImage());
}

/** Atomic; requires an unused name. */
function writeWhole(path: string, directory: string, files: StoreFileSystem, content: Uint8Array): void {
  const temporary = `${path}.tmp${process.pid}`;
  unlinkQuietly(files, temporary);
  try {
    writeNewFile(files, temporary, [content]);
    files.renameSync(temporary, path);
    syncDirectory(files, directory);
  } catch (error) {
    unlinkQuietly(files, temporary);
    throw error;
  }
}
