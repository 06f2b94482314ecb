import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { noFollow } from '../../../platform/ownFolder.js';
import { StoreError } from '../../storeError.js';
import {
  encodeHeader,
  encodePayload,
  encodeRecord,
  formatVersion,
  headerBytes,
  type JournalHeader,
} from './before/journalFormat.js';
import type { JournalWriter } from './before/journalWriter.js';
import type { Position } from './before/loadGeneration.js';
import type { Replica } from './before/replica.js';
import { journalName, readListing, snapshotName } from './before/storeLayout.js';
import { crc32 } from './crc32.js';
import { replacedError } from './failure.js';
import {
  closeQuietly,
  errorCode,
  retryWhileBusy,
  type StoreFileSystem,
  syncDirectory,
  unlinkQuietly,
  writeNewFile,
} from './storeFileSystem.js';

export interface PreparedSnapshot {
  readonly path: string;
  readonly generation: number;
  readonly crc: number;
  readonly size: number;
  /** Commit that the image holds. */
  readonly at: Position;
  /** Statement texts that had numbers at that commit. */
  readonly texts: readonly string[];
}

/**
 * Writes an image next to the store under a name of its own. Needs no lock: until a journal names it, no one reads it. `at`
 * is the position whose state the image holds.
 */
export function writeSnapshot(
  directory: string,
  files: StoreFileSystem,
  image: Uint8Array,
  at: Position,
  texts: readonly string[],
): PreparedSnapshot {
  const generation = at.generation + 1;
  const path = join(directory, snapshotName(generation, randomBytes(4).toString('hex')));
  try {
    writeNewFile(files, path, [image]);
  } catch (error) {
    unlinkQuietly(files, path);
    throw error;
  }
  return { path, generation, crc: crc32(image), size: image.length, at, texts };
}

/**
 * Makes a written snapshot the base of a new generation. Under the lock, with memory caught up. The seal in the old journal
 * is the commit point: before it the new files count for nothing, after it they are complete and nothing that fails is
 * thrown any more. False when another process was first. The snapshot is removed unless it is, or may be, in use.
 */
export async function sealGeneration(
  directory: string,
  files: StoreFileSystem,
  replica: Replica,
  writer: JournalWriter,
  snapshot: PreparedSnapshot,
  restored: boolean,
): Promise<boolean> {
  const { position } = replica;
  if (position.generation !== snapshot.at.generation) {
    unlinkQuietly(files, snapshot.path);
    return false;
  }
  const temporary = join(directory, `${journalName(snapshot.generation)}.tmp${process.pid}`);
  try {
    const begun = beginGeneration(directory, files, replica, snapshot, restored, temporary);
    await writer.append(replica, { kind: 'seal', nextGeneration: snapshot.generation, restored });
    replica.moveTo(begun.position, begun.header, begun.headerCrc, begun.keepsDictionary);
    noteBegun(files, replica, restored);
  } catch (error) {
    unlinkQuietly(files, temporary);
    // A seal that may be in the journal may have been followed already: then the snapshot is what others start from.
    const sealed = error instanceof StoreError && (error.code === 'STORE_UNCERTAIN' || error.code === 'COMMIT_FENCED');
    if (!sealed) unlinkQuietly(files, snapshot.path);
    throw error;
  }
  removeOldGenerations(directory, files, snapshot);
  return true;
}

/**
 * Lets the new journal say itself that it counts, so that it does not depend on the old one staying whole. If this fails,
 * the seal alone has to do.
 */
function noteBegun(files: StoreFileSystem, replica: Replica, restored: boolean): void {
  const { generation, seq, offset } = replica.position;
  const { bytes } = encodeRecord(seq, 0, encodePayload({ kind: 'begun', generation, restored }));
  try {
    const handle = files.openSync(replica.journalPath, constants.O_WRONLY | constants.O_APPEND | noFollow);
    try {
      if (!replica.isJournal(handle)) return;
      if (files.writeSync(handle, bytes) === bytes.length) replica.skipTo(offset + bytes.length);
      else files.ftruncateSync(handle, offset);
    } finally {
      closeQuietly(files, handle);
    }
  } catch {
    // Whatever is there now is read, or cut, by the next who looks.
    replica.forget();
  }
}

interface Begun {
  readonly position: Position;
  readonly header: JournalHeader;
  readonly headerCrc: number;
  readonly keepsDictionary: boolean;
}

/** Writes the new generation's journal: complete, and without meaning until the old one is sealed. */
function beginGeneration(
  directory: string,
  files: StoreFileSystem,
  replica: Replica,
  snapshot: PreparedSnapshot,
  restored: boolean,
  temporary: string,
): Begun {
  const position = replica.appendPoint;
  const tail = restored ? Buffer.alloc(0) : replica.rawRecordsAfter(snapshot.at);
  // Copied records use the numbers of the old journal; without any, the new one starts counting afresh.
  const dictionary =
    tail.length === 0
      ? Buffer.alloc(0)
      : encodeRecord(snapshot.at.seq, 0, encodePayload({ kind: 'dictionary', texts: snapshot.texts })).bytes;
  const base = restored ? position : snapshot.at;
  const header: JournalHeader = {
    version: formatVersion,
    generation: snapshot.generation,
    baseSeq: base.seq,
    prevCrc: base.prevCrc,
    snapshotCrc: snapshot.crc,
    snapshotSize: snapshot.size,
    storeId: replica.storeId,
    sqliteVersion: replica.connection.sqliteVersion(),
  };
  const journal = join(directory, journalName(snapshot.generation));
  removeIfThere(files, temporary);
  const encoded = encodeHeader(header);
  writeNewFile(files, temporary, [encoded, dictionary, tail]);
  // Another store's journal may have the name that is given now.
  if (replica.journalSize === undefined) throw replacedError();
  // What is there was begun by a process that died before its seal: no one has read it.
  removeIfThere(files, journal);
  retryWhileBusy(() => files.renameSync(temporary, journal));
  syncDirectory(files, directory);
  const offset = headerBytes + dictionary.length + tail.length;
  return {
    position: { generation: snapshot.generation, seq: position.seq, prevCrc: position.prevCrc, offset },
    header,
    headerCrc: encoded.readUInt32LE(headerBytes - 4),
    keepsDictionary: tail.length > 0,
  };
}

function removeIfThere(files: StoreFileSystem, path: string): void {
  try {
    retryWhileBusy(() => files.unlinkSync(path));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * Keeps the newest generation and the one before, and sweeps what checkpoints that were killed left half written; what
 * cannot be removed now is removed next time. Under the lock, so that no one else is writing any of it.
 */
function removeOldGenerations(directory: string, files: StoreFileSystem, newest: PreparedSnapshot): void {
  let names: readonly string[];
  try {
    names = files.readdirSync(directory);
  } catch {
    return;
  }
  const listing = readListing(names);
  const stale: string[] = names.filter(name => /^(?:journal|before-migration)\..*\.tmp\d+$/.test(name));
  for (const generation of listing.generations) {
    if (generation < newest.generation - 1) stale.push(journalName(generation));
  }
  for (const [generation, snapshots] of listing.snapshots) {
    if (generation < newest.generation - 1) stale.push(...snapshots);
    if (generation === newest.generation) {
      stale.push(...snapshots.filter(name => join(directory, name) !== newest.path));
    }
  }
  for (const name of stale) unlinkQuietly(files, join(directory, name));
}
