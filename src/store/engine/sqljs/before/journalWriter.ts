import { constants } from 'node:fs';
import { message } from '../../../../messages/message.js';
import { noFollow } from '../../../../platform/ownFolder.js';
import { StoreError } from '../../../storeError.js';
import { writeFailed } from '../failure.js';
import { closeQuietly, errorCode, type StoreFileSystem } from '../storeFileSystem.js';
import { type CommitPayload, encodePayload, encodeRecord, type SealPayload } from './journalFormat.js';
import type { Replica } from './replica.js';

/** How an append reaches the disk: blocking in short-lived programs, in the background where a thread must stay free. */
export type Durability = 'sync' | 'async';

/**
 * One transaction takes at most this many bytes in the journal: 16 MB that a caller brings, with the ids, times and events
 * that are added to them and the quotes that are escaped twice.
 */
export const maxTransactionBytes = 48 * 1024 * 1024;

export interface Appended {
  readonly seq: number;
  readonly crc: number;
  /** Offset after the record. */
  readonly end: number;
}

/** Appends records to the current journal. Every call is made under the lock, with memory caught up. */
export class JournalWriter {
  readonly #files: StoreFileSystem;
  readonly #durability: Durability;
  #handle: number | undefined;
  #path = '';
  /** The replica's load that the handle belongs to: after another one, the same path may be another file. */
  #loads = 0;

  constructor(files: StoreFileSystem, durability: Durability) {
    this.#files = files;
    this.#durability = durability;
  }

  /**
   * Writes one record behind `position` and waits until it is on disk. Throws STORE_WRITE_FAILED when nothing was
   * written (the bytes of a short write are cut off again), COMMIT_FENCED when someone else wrote behind our back or the
   * journal was moved away, and STORE_UNCERTAIN when the disk does not say whether it has the record. After the last two,
   * memory must be reloaded.
   * A damaged journal takes nothing but a seal, behind the damage.
   */
  async append(replica: Replica, payload: CommitPayload | SealPayload): Promise<Appended> {
    const point = replica.appendPoint;
    const encoded = encodePayload(payload);
    if (encoded.length > maxTransactionBytes) {
      throw new StoreError(
        'TRANSACTION_TOO_LARGE',
        message('store.tooLarge', {
          megabytes: (encoded.length / 1024 / 1024).toFixed(1),
          max: maxTransactionBytes / 1024 / 1024,
        }),
        { hint: message('store.tooLargeHint') },
      );
    }
    const seq = point.seq + 1;
    const { bytes, crc } = encodeRecord(seq, point.prevCrc, encoded);
    const handle = this.#open(replica, seq, crc);
    const start = point.offset;
    const end = start + bytes.length;
    // A record in a journal that it does not belong to would be damage there: what came in between is looked for once more.
    const present = replica.journalSize;
    if (present === undefined || present < start) throw new ReplacedError(seq, crc);
    if (present > start) throw new FencedError(seq, crc);
    let size: number;
    let written: number;
    try {
      written = this.#files.writeSync(handle, bytes);
      size = this.#files.fstatSync(handle).size;
    } catch (error) {
      this.#cutBack(replica, handle, start, bytes, seq, crc, error);
      throw writeFailed(error);
    }
    if (size < end) {
      this.#cutBack(replica, handle, start, bytes, seq, crc, undefined);
      // Written in full, and yet not where it belongs: someone cut the file at this moment.
      throw written === bytes.length ? new ReplacedError(seq, crc) : writeFailed(undefined);
    }
    if (size > end) throw new FencedError(seq, crc);
    await this.#sync(handle);
    // The folder may have been renamed or swapped since memory was caught up: only what the next reader finds is done.
    if (!isShown(replica, start, crc)) throw new ReplacedError(seq, crc);
    return { seq, crc, end };
  }

  /** Waits until what others wrote into the current journal is on disk as well. Throws STORE_UNCERTAIN. */
  async sync(replica: Replica): Promise<void> {
    await this.#sync(this.#open(replica, replica.position.seq, replica.position.prevCrc));
  }

  close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#path = '';
    if (handle !== undefined) closeQuietly(this.#files, handle);
  }

  #open(replica: Replica, seq: number, crc: number): number {
    const { journalPath: path, loads } = replica;
    if (this.#handle !== undefined && this.#path === path && this.#loads === loads) return this.#handle;
    this.close();
    try {
      // Never created here: a journal that is gone was sealed and removed by others meanwhile, or moved away.
      this.#handle = this.#files.openSync(path, constants.O_WRONLY | constants.O_APPEND | noFollow);
    } catch (error) {
      throw errorCode(error) === 'ENOENT' ? new ReplacedError(seq, crc) : error;
    }
    if (!replica.isJournal(this.#handle)) {
      this.close();
      throw new ReplacedError(seq, crc);
    }
    this.#path = path;
    this.#loads = loads;
    return this.#handle;
  }

  async #sync(handle: number): Promise<void> {
    try {
      if (this.#durability === 'sync') this.#files.fdatasyncSync(handle);
      else {
        await new Promise<void>((resolve, reject) => {
          this.#files.fdatasync(handle, error => (error === null ? resolve() : reject(error)));
        });
      }
    } catch (error) {
      // The kernel may have dropped the pages and the error with them: a second fsync would say "fine" and prove nothing.
      this.close();
      throw uncertain(error);
    }
  }

  /**
   * Removes what a failed write left, but only bytes that are provably ours. A record that is whole although the call failed
   * is not removed: others may have read it already.
   */
  #cutBack(
    replica: Replica,
    handle: number,
    start: number,
    record: Buffer,
    seq: number,
    crc: number,
    cause: unknown,
  ): void {
    try {
      const { size } = this.#files.fstatSync(handle);
      if (size <= start) return;
      const left = Buffer.alloc(size - start);
      const editing = this.#files.openSync(this.#path, constants.O_RDWR | noFollow);
      try {
        if (!replica.isJournal(editing)) throw new ReplacedError(seq, crc);
        const count = this.#files.readSync(editing, left, 0, left.length, start);
        if (count !== left.length || left.length > record.length || !left.equals(record.subarray(0, left.length))) {
          throw new FencedError(seq, crc);
        }
        if (left.length === record.length) throw uncertain(cause);
        this.#files.ftruncateSync(editing, start);
        this.#files.fsyncSync(editing);
      } finally {
        closeQuietly(this.#files, editing);
      }
    } catch (error) {
      throw error instanceof StoreError ? error : uncertain(error);
    }
  }
}

/** The record is already on disk: a failed check does not undo it. */
function isShown(replica: Replica, start: number, crc: number): boolean {
  try {
    return replica.shows(start, crc);
  } catch (error) {
    throw uncertain(error);
  }
}

export function uncertain(cause: unknown): StoreError {
  return new StoreError('STORE_UNCERTAIN', message('store.uncertain'), {
    hint: message('store.uncertainHint'),
    cause,
  });
}

/** Our record and another's were written at the same place; the chain decides which of them counts. */
export class FencedError extends StoreError {
  readonly seq: number;
  readonly crc: number;

  constructor(seq: number, crc: number, text = message('store.overtaken', { seq })) {
    super('COMMIT_FENCED', text, {
      hint: message('store.overtakenHint'),
      details: { seq },
    });
    this.seq = seq;
    this.crc = crc;
  }
}

/** Our record, if it was written at all, went into a journal that the store's path does not lead to any more. */
export class ReplacedError extends FencedError {
  constructor(seq: number, crc: number) {
    super(seq, crc, message('store.replacedMeanwhile'));
  }
}
