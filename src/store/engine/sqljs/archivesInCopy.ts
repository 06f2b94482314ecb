import { join } from 'node:path';
import { message } from '../../../messages/message.js';
import { sha256 as digestOf } from '../../../platform/sha256.js';
import { StoreError } from '../../storeError.js';
import { archiveFolder, archivesOf, type NamedArchive, readArchive, writeArchive } from './archiveFiles.js';
import type { Connection } from './connection.js';
import type { StoreFileSystem } from './storeFileSystem.js';

/** Archive files in a copy; the table also exists after a restore by a program without archives. */
const tableName = 'archive_files';

/** Names of missing or changed archives stay. */
export interface HeldArchives {
  readonly held: number;
  readonly missing: number;
}

/** Copies all archives, converted by `complete`; a changed one gets a new name in the copy. Requires a transaction. */
export function holdArchives(
  copy: Connection,
  directory: string,
  files: StoreFileSystem,
  complete: (image: Uint8Array) => Uint8Array,
): HeldArchives {
  const archives = archivesOf(copy);
  let held = 0;
  if (archives.length > 0)
    copy.run(`create table if not exists ${tableName} (file text primary key, image blob not null)`, []);
  for (const archive of archives) {
    const image = imageOfArchive(copy, directory, files, archive);
    if (image === undefined) continue;
    const whole = complete(image);
    const file = whole === image ? archive.file : rename(copy, archive, whole);
    copy.run(`insert into ${tableName} (file, image) values (?, ?) on conflict (file) do nothing`, [file, whole]);
    held += 1;
  }
  return { held, missing: archives.length - held };
}

/** Uses the new content for the name, so that repeated restores find the first one's file. */
function rename(copy: Connection, { file }: NamedArchive, image: Uint8Array): string {
  const digest = digestOf(image);
  const renamed = `${file.split('.')[0]}.${digest.slice(0, 8)}.sqlite`;
  copy.run('update archives set file = ?, sha256 = ? where file = ?', [renamed, digest, file]);
  copy.run(`delete from ${tableName} where file = ?`, [file]);
  return renamed;
}

/** Moves archives from a copy into files, except existing ones. Requires a transaction. */
export function releaseArchives(copy: Connection, directory: string, files: StoreFileSystem, now: number): void {
  if (!holdsArchives(copy)) return;
  for (const archive of archivesOf(copy)) {
    if (readArchive(directory, files, archive) !== undefined) continue;
    const image = heldImage(copy, archive);
    if (image === undefined) continue;
    // Keeps a file of this name with other content.
    const { file } = writeArchive(directory, files, image, now, archive.file);
    copy.run('update archives set file = ? where file = ?', [file, archive.file]);
  }
  copy.run(`drop table ${tableName}`, []);
}

/** Returns images, oldest first. Throws at a missing or changed one. */
export function* archiveImages(
  connection: Connection,
  directory: string,
  files: StoreFileSystem,
): Generator<Uint8Array> {
  for (const archive of archivesOf(connection)) {
    const image = imageOfArchive(connection, directory, files, archive);
    if (image === undefined) {
      throw new StoreError('INVALID_STATEMENT', message('store.archiveUnreadable', { file: archive.file }), {
        hint: message('store.archiveUnreadableHint', { folder: join(directory, archiveFolder) }),
      });
    }
    yield image;
  }
}

export function archiveProblems(connection: Connection, directory: string, files: StoreFileSystem): string[] {
  return archivesOf(connection)
    .filter(archive => imageOfArchive(connection, directory, files, archive) === undefined)
    .map(({ file }) => `The archive ${file} is missing or was changed.`);
}

/** Prefers the file to the store; undefined if missing or changed. */
function imageOfArchive(
  connection: Connection,
  directory: string,
  files: StoreFileSystem,
  archive: NamedArchive,
): Uint8Array | undefined {
  return readArchive(directory, files, archive) ?? heldImage(connection, archive);
}

function heldImage(connection: Connection, { file, sha256 }: NamedArchive): Uint8Array | undefined {
  if (!holdsArchives(connection)) return undefined;
  const image = connection.run(`select image from ${tableName} where file = ?`, [file]).rows[0]?.image;
  return image instanceof Uint8Array && digestOf(image) === sha256 ? image : undefined;
}

function holdsArchives(connection: Connection): boolean {
  return connection.run('select 1 from sqlite_master where name = ?', [tableName]).rows.length > 0;
}
