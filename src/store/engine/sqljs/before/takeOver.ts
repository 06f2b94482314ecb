import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../../platform/log.js';
import { noFollow } from '../../../../platform/ownFolder.js';
import { rebuilt } from '../connection.js';
import { FencedError, isUncertain, replacedError } from '../failure.js';
import { type Base, formatVersion, writeBase, writeImage } from '../pages/baseFile.js';
import { createLog, removeFiles } from '../pages/checkpointPages.js';
import { listNames, type PagePlace } from '../pages/loadPages.js';
import { pageSize } from '../pages/pageChange.js';
import { newToken } from '../pages/pageNames.js';
import { schemaVersionOf } from '../schemaVersion.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import { errorCode, readPlainFile, writeNewFile } from '../storeFileSystem.js';
import { beforeOf } from './beforeFormat.js';
import { type OldLockOptions, underOldLock } from './oldLock.js';
import { Replica } from './replica.js';
import { sealJournal } from './sealJournal.js';
import { journalName, readListing } from './storeLayout.js';
import type { StoreLock } from './storeLock.js';
import { makeVersionJournal, noteBegun } from './versionJournal.js';

export interface TakeOverOptions extends PagePlace, OldLockOptions {
  readonly module: SqlJsModule;
  readonly log: Log;
  /** Also if commits are lost: the store is then read-only until a backup is restored. */
  readonly evenDamaged?: boolean;
}

/**
 * Writes an image and an empty log, and names them in a seal of the old journal, the commit point: from then on older programs
 * find a journal with a newer version, and any process can write the base. False without a store to take over.
 * Throws LOCK_TIMEOUT, STORE_CORRUPT unless `evenDamaged`, and errors of writing a record.
 */
export async function takeOver(options: TakeOverOptions): Promise<boolean> {
  const { directory, files, module, schemaVersion, log } = options;
  const before = beforeOf(directory, files);
  if (before === 'none') return false;
  if (before === 'old') {
    try {
      // Loading takes longest, so do it before taking the lock.
      const replica = Replica.open({ directory, files, module, schemaVersion, log });
      if (replica === undefined) return false;
      try {
        await underOldLock(
          options,
          lock => seal(options, replica, lock),
          () => replica.catchUp(),
        );
      } finally {
        replica.close();
      }
    } catch (error) {
      // Another process may have been first. The next call checks an unconfirmed seal.
      const isTaken = typeof beforeOf(directory, files) === 'object' || hasBase(options);
      if (!isTaken || isUncertain(error)) throw error;
    }
  }
  complete(options);
  return true;
}

/** Writes the base in the seal, if missing. */
function complete({ directory, files }: PagePlace): void {
  const base = beforeOf(directory, files);
  if (typeof base !== 'object' || hasBase({ directory, files })) return;
  // The seal's writer may have ended before its flush; a power failure must not undo what the base is built on.
  const handle = files.openSync(join(directory, journalName(base.number - 1)), constants.O_WRONLY | noFollow);
  try {
    files.fdatasyncSync(handle);
  } finally {
    files.closeSync(handle);
  }
  noteBegun(directory, files, base.number, base.seq);
  try {
    writeBase(directory, files, base);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function hasBase({ directory, files }: Pick<PagePlace, 'directory' | 'files'>): boolean {
  return listNames(directory, files).some(({ kind }) => kind === 'base');
}

/** Requires the lock, so that older programs write nothing before the seal. */
async function seal(options: TakeOverOptions, replica: Replica, lock: StoreLock): Promise<void> {
  const { directory, files, module } = options;
  replica.catchUp();
  // The folder, with the lock in it, may have been swapped.
  if (!lock.holds()) throw replacedError();
  const isCutShort = replica.damage?.kind === 'corrupt';
  if (!isCutShort) replica.recoverTail();
  else if (options.evenDamaged === true) keepJournals(options, replica.position.generation);
  else throw replica.corruption();
  const number = replica.position.generation + 1;
  const image = imageOf(module, replica);
  const pages = image.length / pageSize;
  const log = createLog(directory, files, number);
  const file = pages === 0 ? undefined : { number, token: newToken() };
  try {
    if (file !== undefined) {
      writeImage(directory, files, file, pages, page => image.subarray(page * pageSize, (page + 1) * pageSize));
    }
    if (!makeVersionJournal(directory, files, number, () => lock.holds())) throw replacedError();
    const base: Omit<Base, 'seq' | 'crc'> = {
      ...log,
      schema: schemaVersionOf(replica.connection),
      pages,
      image: file,
      segments: [],
      ...(isCutShort ? { isCutShort } : {}),
    };
    sealJournal(files, replica, { kind: 'seal', nextGeneration: number, restored: true, base });
  } catch (error) {
    // Others may already have followed a seal that may be in the journal.
    if (!isUncertain(error) && !(error instanceof FencedError)) removeFiles(directory, files, log, file);
    throw error;
  }
  options.log.info(`The store now has format ${formatVersion}. The files of the old format are kept for some time.`);
  await lock.sweep(files.readdirSync(directory)).catch(() => undefined);
}

/** Offset of the page size in an image. */
const pageSizeAt = 16;

/** All rows, in pages of the store's size. */
function imageOf(module: SqlJsModule, { connection }: Replica): Uint8Array {
  connection.releaseFreePages();
  const image = connection.exportImage();
  const size = image.length === 0 ? pageSize : Buffer.from(image.buffer, image.byteOffset).readUInt16BE(pageSizeAt);
  return size === pageSize ? image : rebuilt(module, image);
}

/** Data after the damage is nowhere else, and the journals are removed some checkpoints later. */
function keepJournals({ directory, files }: PagePlace, from: number): void {
  const kept = `before-restore.${Date.now()}.${randomBytes(4).toString('hex')}`;
  for (const generation of readListing(files.readdirSync(directory)).generations) {
    if (generation < from) continue;
    const journal = readPlainFile(files, join(directory, journalName(generation)));
    if (journal !== undefined) writeNewFile(files, join(directory, `${kept}.${generation}.log`), [journal]);
  }
}
