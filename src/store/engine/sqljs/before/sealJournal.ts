import { constants } from 'node:fs';
import { noFollow } from '../../../../platform/ownFolder.js';
import { StoreError } from '../../../storeError.js';
import { FencedError, ReplacedError, uncertain, writeFailed } from '../failure.js';
import { closeQuietly, errorCode, type StoreFileSystem } from '../storeFileSystem.js';
import { encodePayload, encodeRecord, type SealPayload } from './journalFormat.js';
import type { Replica } from './replica.js';

/**
 * Appends a seal, after any damage, and syncs it. Requires the lock and a replica that has caught up. Throws
 * STORE_WRITE_FAILED if nothing was written (a short write is removed), COMMIT_FENCED if another process wrote or the journal
 * was moved, and STORE_UNCERTAIN if the seal may be on disk.
 */
export function sealJournal(files: StoreFileSystem, replica: Replica, payload: SealPayload): void {
  const point = replica.appendPoint;
  const seq = point.seq + 1;
  const { bytes, crc } = encodeRecord(seq, point.prevCrc, encodePayload(payload));
  const start = point.offset;
  const end = start + bytes.length;
  const handle = open(files, replica, seq, crc);
  try {
    // In the wrong journal a record would be damage, so check again.
    const present = replica.journalSize;
    if (present === undefined || present < start) throw new ReplacedError(seq, crc);
    if (present > start) throw new FencedError(seq, crc);
    let size: number;
    let written: number;
    try {
      written = files.writeSync(handle, bytes);
      size = files.fstatSync(handle).size;
    } catch (error) {
      cutBack(files, replica, start, bytes, seq, crc, error);
      throw writeFailed(error);
    }
    if (size < end) {
      cutBack(files, replica, start, bytes, seq, crc, undefined);
      // Written completely but not in its place: the file was truncated at this moment.
      throw written === bytes.length ? new ReplacedError(seq, crc) : writeFailed(undefined);
    }
    if (size > end) throw new FencedError(seq, crc);
    let isShown: boolean;
    try {
      files.fdatasyncSync(handle);
      // The folder may have been renamed or swapped since: a seal counts only if the next reader finds it.
      isShown = replica.shows(start, crc);
    } catch (error) {
      throw uncertain(error);
    }
    if (!isShown) throw new ReplacedError(seq, crc);
  } finally {
    closeQuietly(files, handle);
  }
}

function open(files: StoreFileSystem, replica: Replica, seq: number, crc: number): number {
  let handle: number;
  try {
    // Never creates the file: a missing journal was sealed and removed by another process, or moved.
    handle = files.openSync(replica.journalPath, constants.O_WRONLY | constants.O_APPEND | noFollow);
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new ReplacedError(seq, crc) : error;
  }
  if (replica.isJournal(handle)) return handle;
  closeQuietly(files, handle);
  throw new ReplacedError(seq, crc);
}

/** Removes the remains of a failed write if they are provably ours. A complete record stays: others may have read it. */
function cutBack(
  files: StoreFileSystem,
  replica: Replica,
  start: number,
  record: Buffer,
  seq: number,
  crc: number,
  cause: unknown,
): void {
  try {
    const editing = files.openSync(replica.journalPath, constants.O_RDWR | noFollow);
    try {
      if (!replica.isJournal(editing)) throw new ReplacedError(seq, crc);
      const { size } = files.fstatSync(editing);
      if (size <= start) return;
      const left = Buffer.alloc(size - start);
      const count = files.readSync(editing, left, 0, left.length, start);
      if (count !== left.length || left.length > record.length || !left.equals(record.subarray(0, left.length))) {
        throw new FencedError(seq, crc);
      }
      if (left.length === record.length) throw uncertain(cause);
      files.ftruncateSync(editing, start);
      files.fsyncSync(editing);
    } finally {
      closeQuietly(files, editing);
    }
  } catch (error) {
    throw error instanceof StoreError ? error : uncertain(error);
  }
}
