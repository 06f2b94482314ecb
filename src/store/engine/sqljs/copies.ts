import { basename, join } from 'node:path';
import { type Message, message } from '../../../messages/message.js';
import { StoreError } from '../../storeError.js';
import { holdArchives } from './archivesInCopy.js';
import { Connection } from './connection.js';
import { crc32 } from './crc32.js';
import { tooNewError } from './failure.js';
import { heartbeatsDirectory } from './fileHeartbeats.js';
import { holdContents, type WholeCopy } from './holdContents.js';
import { schemaVersionOf } from './schemaVersion.js';
import type { SqlJsModule } from './sqlJsModule.js';
import { errorCode, isOwnFolder, type StoreFileSystem, unlinkQuietly } from './storeFileSystem.js';
import { writeOutside } from './writeOutside.js';

/** Byte offset of SQLite's `application_id`, in which a backup has its own checksum. */
const applicationIdOffset = 68;

/** Writes an image's CRC into a field for applications, so that `readBackup` detects bit rot. */
export function markImage(image: Uint8Array): void {
  const view = new DataView(image.buffer, image.byteOffset);
  view.setUint32(applicationIdOffset, 0);
  view.setUint32(applicationIdOffset, checksumOf(image));
}

/** Includes messages and archives from files beside the store. */
export function wholeCopy(
  module: SqlJsModule,
  connection: Connection,
  directory: string,
  files: StoreFileSystem,
): WholeCopy {
  return holdContents(module, connection.exportImage(), {
    message(name) {
      try {
        const folder = join(directory, 'messages');
        const file = join(folder, basename(name));
        return isOwnFolder(files, folder) && files.lstatSync(file).isFile() ? files.readFileSync(file) : undefined;
      } catch {
        return undefined;
      }
    },
    archives: (copy, complete) => holdArchives(copy, directory, files, complete),
  });
}

/** Heartbeats of claims that the restored state lacks would keep later claims with the same number alive. */
export function forgetHeartbeats(directory: string, files: StoreFileSystem): void {
  const folder = join(directory, heartbeatsDirectory);
  try {
    for (const name of files.readdirSync(folder)) unlinkQuietly(files, join(folder, name));
  } catch {
    // Without the folder there are none.
  }
}

/** Throws failures as a StoreError with a sentence. */
export function writeCopy(files: StoreFileSystem, file: string, image: Uint8Array): void {
  try {
    writeOutside(files, file, image);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') {
      throw new StoreError('INVALID_STATEMENT', message('store.backupExists', { file }), {
        hint: message('store.backupExistsHint'),
      });
    }
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') {
      throw new StoreError('INVALID_STATEMENT', message('store.backupNoFolder', { file }), {
        hint: message('store.backupNoFolderHint'),
      });
    }
    throw new StoreError('STORE_WRITE_FAILED', message('store.backupNotWritten', { file, why: reasonOf(error) }), {
      cause: error,
      hint:
        code === 'ENOSPC' || code === 'EDQUOT'
          ? message('store.backupDiskFullHint')
          : message('store.backupNotWrittenHint'),
    });
  }
}

/** `latest` is the supported schema version. Throws INVALID_STATEMENT and STORE_TOO_NEW. */
export function readBackup(module: SqlJsModule, files: StoreFileSystem, file: string, latest: number): Uint8Array {
  let image: Buffer;
  try {
    image = files.readFileSync(file);
  } catch (error) {
    throw new StoreError('INVALID_STATEMENT', message('store.backupUnreadable', { file, why: reasonOf(error) }), {
      hint: message('store.backupUnreadableHint'),
      cause: error,
    });
  }
  if (image.length < 512 || image.toString('latin1', 0, 15) !== 'SQLite format 3') {
    throw notABackup(file, message('store.notSqlite'));
  }
  const marked = image.readUInt32BE(applicationIdOffset);
  if (marked !== 0) {
    image.writeUInt32BE(0, applicationIdOffset);
    if (checksumOf(image) !== marked) throw notABackup(file, message('store.badChecksum'));
  }
  let connection: Connection;
  try {
    connection = new Connection(module, image);
  } catch (error) {
    throw notABackup(
      file,
      message('store.sqliteCannotOpen', { error: error instanceof Error ? error.message : String(error) }),
    );
  }
  try {
    const version = schemaVersionOf(connection);
    if (version === 0) throw notABackup(file, message('store.noTables'));
    if (version > latest) throw tooNewError(version, latest);
    const problems = connection.integrityProblems();
    if (problems.length > 0) throw notABackup(file, message('store.contentDamaged', { problem: String(problems[0]) }));
    refuseForeignSchema(file, connection);
    return connection.exportImage();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw notABackup(
      file,
      message('store.sqliteCannotRead', { error: error instanceof Error ? error.message : String(error) }),
    );
  } finally {
    connection.close();
  }
}

/** Never 0, which marks an image without a CRC. */
function checksumOf(image: Uint8Array): number {
  const crc = crc32(image);
  return crc === 0 ? 1 : crc;
}

const reasons: Readonly<Record<string, Message>> = {
  ENOENT: message('store.noSuchFile'),
  ENOTDIR: message('store.noSuchFile'),
  EISDIR: message('store.isFolder'),
  EACCES: message('store.mayNot'),
  EPERM: message('store.mayNot'),
  EROFS: message('store.diskReadOnly'),
  ENOSPC: message('store.diskFull'),
  EDQUOT: message('store.shareFull'),
  ENAMETOOLONG: message('store.nameTooLong'),
};

/** Returns the reason why a person's file is unusable, as the end of a sentence. */
function reasonOf(error: unknown): string | Message {
  const code = errorCode(error);
  return (
    (code === undefined ? undefined : reasons[code]) ?? message('store.systemAnswered', { code: code ?? String(error) })
  );
}

function notABackup(file: string, why: string | Message): StoreError {
  return new StoreError('INVALID_STATEMENT', message('store.cannotRestore', { file, why }), {
    hint: message('store.backupUnreadableHint'),
  });
}

/** A store has no triggers and views; those added by hand would run in every process. */
function refuseForeignSchema(file: string, connection: Connection): void {
  const [found] = connection.run("select name from sqlite_master where type in ('trigger', 'view')", []).rows;
  if (found !== undefined) throw notABackup(file, message('store.hasTrigger', { name: String(found.name) }));
}
