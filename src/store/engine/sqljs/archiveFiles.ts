import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Actor } from '../../../domain/actor/actor.js';
import { newEvent } from '../../../domain/event/newEvent.js';
import { sha256 as digestOf } from '../../../platform/sha256.js';
import { chunks } from '../../tables/chunks.js';
import { deleteArchived } from './archive.js';
import type { ArchiveBatch } from './archiveSelection.js';
import type { Connection, SqlRow } from './connection.js';
import {
  isOwnFolder,
  makeFolder,
  readPlainFile,
  type StoreFileSystem,
  syncDirectory,
  unlinkQuietly,
  writeNewFile,
} from './storeFileSystem.js';

/** Relative to the store's folder. */
export const archiveFolder = 'archive';
const archiveName = /^\d+\.[\da-f]{8}\.sqlite$/;

export interface NamedArchive {
  readonly file: string;
  readonly sha256: string;
}

/** Recorded when the archived rows are deleted. */
export interface ArchiveNote extends NamedArchive {
  readonly rows: ReadonlyMap<string, number>;
  readonly actor: Actor;
  readonly now: number;
}

/** Syncs an archive under the wanted name or, if that is taken, a new one. It is not read until the store names it. */
export function writeArchive(
  directory: string,
  files: StoreFileSystem,
  image: Uint8Array,
  now: number,
  wanted = '',
): NamedArchive {
  const folder = join(directory, archiveFolder);
  makeFolder(files, folder);
  const isFree =
    archiveName.test(wanted) && files.lstatSync(join(folder, wanted), { throwIfNoEntry: false }) === undefined;
  const file = isFree ? wanted : `${now}.${randomBytes(4).toString('hex')}.sqlite`;
  const path = join(folder, file);
  try {
    writeNewFile(files, path, [image]);
    syncDirectory(files, folder);
    syncDirectory(files, directory);
  } catch (error) {
    unlinkQuietly(files, path);
    throw error;
  }
  return { file, sha256: digestOf(image) };
}

/** Removes an archive that no store names. */
export function removeArchive(directory: string, files: StoreFileSystem, file: string): void {
  unlinkQuietly(files, join(directory, archiveFolder, file));
}

/** Deletes archived rows and records the file, the reserved ids and the event. Requires a transaction. */
export function archiveRows(
  connection: Connection,
  batch: ArchiveBatch,
  { file, sha256, rows, actor, now }: ArchiveNote,
): void {
  const repository = String(connection.run('select id from repositories', []).rows[0]?.id);
  connection.run('insert into archives (repository_id, file, sha256, created_at) values (?, ?, ?, ?)', [
    repository,
    file,
    sha256,
    now,
  ]);
  for (const ids of chunks(batch.workItems)) {
    connection.run(
      `insert into archived_keys (repository_id, key, number)
        select repository_id, key, number from work_items where key is not null and id in (${ids.map(() => '?').join(', ')})
        on conflict do nothing`,
      ids,
    );
  }
  deleteArchived(connection, batch);
  const id = Number(connection.run("select value from counters where name = 'event'", []).rows[0]?.value ?? 0) + 1;
  connection.run("update counters set value = ? where name = 'event'", [id]);
  const event: SqlRow = {
    repository_id: repository,
    id,
    ...newEvent(actor, now, 'store_archived', null, {
      file,
      workItems: batch.workItems.length,
      tasks: batch.tasks.length,
      lanes: batch.lanes.length,
      events: rows.get('events') ?? 0,
    }),
  };
  const columns = Object.keys(event);
  connection.run(
    `insert into events (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    Object.values(event),
  );
}

/** Returns the archives that a store or a copy names, oldest first. */
export function archivesOf(connection: Connection): NamedArchive[] {
  if (connection.run("select 1 from sqlite_master where name = 'archives'", []).rows.length === 0) return [];
  const { rows } = connection.run('select file, sha256 from archives order by created_at, file', []);
  return rows.map(({ file, sha256 }) => ({ file: String(file), sha256: String(sha256) }));
}

/** Returns an image; undefined if the file is missing or changed. */
export function readArchive(
  directory: string,
  files: StoreFileSystem,
  { file, sha256 }: NamedArchive,
): Uint8Array | undefined {
  const folder = join(directory, archiveFolder);
  if (!isOwnFolder(files, folder)) return undefined;
  try {
    const image = readPlainFile(files, join(folder, basename(file)));
    return image !== undefined && digestOf(image) === sha256 ? image : undefined;
  } catch {
    return undefined;
  }
}
