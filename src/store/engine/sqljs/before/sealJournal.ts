import { constants } from 'node:fs';
import { noFollow } from '../../../../platform/ownFolder.js';
import { StoreError } from '../../../storeError.js';
import { FencedError, ReplacedError, uncertain, writeFailed } from '../failure.js';
import { closeQuietly, errorCode, type StoreFileSystem } from '../storeFileSystem.js';
import { encodePayload, encodeRecord, type SealPayload } from './journalFormat.js';
import type { Replica } from './replica.js';

/**
 * Appends a seal to the journal that a replica has caught up with, and waits until it is on disk. Under the lock. A damaged journal
 * takes it behind the damage. Throws STORE_WRITE_FAILED when nothing was written (the bytes of a short write are cut off again),
 * COMMIT_FENCED when someone else wrote behind our back or the journal was moved away, and STORE_UNCERTAIN when the disk does not say
 * whether it has the seal.
 */
export function sealJournal(files: StoreFileSystem, replica: Replica, payload: SealPayload): void {
  const point = replica.appendPoint;
  const seq = point.seq + 1;
  const { bytes, crc } = encodeRecord(seq, point.prevCrc, encodePayload(payload));
  const start = point.offset;
  const end = start + bytes.length;
  const handle = open(files, replica, seq, crc);
  try {
    // A record in a journal that it does not belong to would be damage there: what came in between is looked for once more.
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
      // Written in full, and yet not where it belongs: someone cut the file at this moment.
      throw written === bytes.length ? new ReplacedError(seq, crc) : writeFailed(undefined);
    }
    if (size > end) throw new FencedError(seq, crc);
    let isShown: boolean;
    try {
      files.fdatasyncSync(handle);
      // The folder may have been renamed or swapped since memory was caught up: only what the next reader finds is done.
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
    // Never created here: a journal that is gone was sealed and removed by others meanwhile, or moved away.
    handle = files.openSync(replica.journalPath, constants.O_WRONLY | constants.O_APPEND | noFollow);
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new ReplacedError(seq, crc) : error;
  }
  if (replica.isJournal(handle)) return handle;
  closeQuietly(files, handle);
  throw new ReplacedError(seq, crc);
}

/**
 * Removes what a failed write left, but only bytes that are provably ours. A record that is whole although the call failed
 * is not removed: others may have read it already.
 */
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
