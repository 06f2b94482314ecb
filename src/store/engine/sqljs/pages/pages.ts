import { crc32 } from '../crc32.js';
import { type BasePages, DamagedFileError } from './baseFile.js';
import type { DatabaseFile } from './databaseFile.js';
import { maxPages } from './limits.js';
import { headBytes } from './logRecord.js';
import { applyChange, changePage, larger, maxChange, Page, type PageChange, pageSize, Undo } from './pageChange.js';

/** Where the bytes of a change can be read again. */
export interface ChangeSource {
  /** The log's number. */
  readonly number: number;
  readonly name: string;
  read(offset: number, length: number): Buffer;
}

interface LaterChange {
  readonly log: ChangeSource;
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
}

/** Pages of the base that are kept in memory, of 4 kB. */
const maxCached = 2048;
/** Of these, how many make room at a time. */
const madeRoom = 256;

/** What SQLite reads to see whether its own cache still holds: part of the header of the first page. */
const checkOffset = 24;
const checkBytes = 16;
const schemaCookieAt = 40;
/** The number of pages is the first word of a commit's body. */
export const changesFrom = 4;

/**
 * The database's pages as the last commit left them: those of the base, read when they are asked for, under those that commits have
 * changed since. SQLite reads and writes it as its file; what a COMMIT writes becomes the body of a record, and can be taken back.
 */
export class Pages implements DatabaseFile {
  #base: BasePages;
  #count: number;
  /** Pages that differ from the base. */
  readonly #changed = new Map<number, Page>();
  /** Pages that others changed and no one has asked for: only where their changes stand. */
  readonly #later = new Map<number, LaterChange[]>();
  /** Pages as the base has them; the oldest go first. */
  readonly #cached = new Map<number, Page>();
  readonly #free: Page[] = [];
  /** The number of the log that commits go to. */
  #log: number;
  #out: Uint8Array = new Uint8Array(1 << 14);
  #end = headBytes + changesFrom;
  #countBefore: number;
  readonly #undo = new Undo();
  #memoryWords: Int32Array = new Int32Array();
  #isStale = false;

  constructor(base: BasePages) {
    this.#base = base;
    this.#log = base.base.number;
    this.#count = base.base.pages;
    this.#countBefore = this.#count;
  }

  get base(): BasePages {
    return this.#base;
  }

  /** How many pages the database has. */
  get count(): number {
    return this.#count;
  }

  /** Changes with each change of the schema; 0 for an empty database. */
  get schemaCookie(): number {
    return this.#word(schemaCookieAt);
  }

  // What SQLite asks for.

  get isStale(): boolean {
    return this.#isStale;
  }

  size(): number {
    return this.#count * pageSize;
  }

  truncate(size: number): void {
    this.#count = Math.ceil(size / pageSize);
  }

  read(memory: Uint8Array, at: number, amount: number, offset: number): boolean {
    if (this.#isStale && amount === checkBytes && offset === checkOffset) {
      // Anything but what it has read before makes it forget its pages.
      this.#isStale = false;
      memory.fill(0xff, at, at + amount);
      return true;
    }
    const number = Math.floor(offset / pageSize);
    if (number >= this.#count) {
      memory.fill(0, at, at + amount);
      return false;
    }
    const { bytes } = this.#page(number);
    const from = offset - number * pageSize;
    memory.set(amount === pageSize ? bytes : bytes.subarray(from, from + amount), at);
    return true;
  }

  write(memory: Uint8Array, at: number, amount: number, offset: number): void {
    if (amount !== pageSize || offset % pageSize !== 0 || at % 4 !== 0) {
      throw new Error(`SQLite wrote ${amount} bytes at ${offset}, which is no page.`);
    }
    const number = offset / pageSize;
    // What a file system with a limit says.
    if (number >= maxPages)
      throw Object.assign(new Error('The store is too large.'), { code: 'EFBIG', syscall: 'write' });
    if (number >= this.#count) this.#count = number + 1;
    if (this.#memoryWords.buffer !== memory.buffer) this.#memoryWords = new Int32Array(memory.buffer);
    if (this.#out.length - this.#end < maxChange) this.#out = larger(this.#out, this.#end + maxChange);
    const page = this.#owned(number);
    this.#end = changePage(this.#out, this.#end, number, page, memory, this.#memoryWords, at, this.#undo);
  }

  // A transaction of this process.

  /**
   * What SQLite has written since the last commit, as a record with room for its head: its bytes are valid until the next
   * transaction. Undefined when nothing differs.
   */
  written(): { readonly bytes: Uint8Array; readonly end: number } | undefined {
    if (this.#end === headBytes + changesFrom) return undefined;
    new DataView(this.#out.buffer, this.#out.byteOffset).setUint32(headBytes, this.#count, true);
    return { bytes: this.#out, end: this.#end };
  }

  /** What was written is committed. */
  keep(): void {
    this.#undo.clear();
    this.#end = headBytes + changesFrom;
    this.#countBefore = this.#count;
    if (this.#out.length > 1 << 20) this.#out = new Uint8Array(1 << 14);
  }

  /** Takes back what SQLite has written, which reads its pages again. */
  discard(): void {
    this.#undo.restore();
    this.#count = this.#countBefore;
    this.keep();
    this.#isStale = true;
  }

  // Commits of others.

  /** Applies a commit that is in a log at `offset`; `changes` are those of `bytes`. */
  apply(log: ChangeSource, offset: number, bytes: Buffer, count: number, changes: readonly PageChange[]): void {
    this.#log = log.number;
    for (const { page: number, at, length } of changes) {
      if (this.#changed.has(number) || this.#cached.has(number)) {
        applyChange(this.#owned(number).bytes, bytes, at);
        continue;
      }
      const later = this.#later.get(number);
      const change = { log, offset: offset + at, length, crc: crc32(bytes.subarray(at, at + length)) };
      if (later === undefined) this.#later.set(number, [change]);
      else later.push(change);
    }
    this.#count = count;
    this.#countBefore = count;
    this.#isStale = true;
  }

  /** Later commits go to the log of this number. */
  enter(log: number): void {
    this.#log = log;
  }

  /** True while changes in logs before this number are read from them. */
  needsLogsBefore(number: number): boolean {
    for (const later of this.#later.values()) if (later.some(({ log }) => log.number < number)) return true;
    return false;
  }

  /** The same content on a newer base: what that holds need not be kept. Closes the base of before. */
  rebase(base: BasePages): void {
    const isIn = (log: number): boolean => log < base.base.number;
    const isWhole = (later: readonly LaterChange[]): boolean => isIn(later.at(-1)?.log.number ?? 0);
    // Some of its changes are in the base, and some come after: the page is made before that is replaced. Reading may fail, and then
    // nothing is changed.
    for (const [number, later] of this.#later) {
      if (!isWhole(later) && later.some(({ log }) => isIn(log.number))) this.#page(number);
    }
    for (const [number, later] of this.#later) if (isWhole(later)) this.#later.delete(number);
    for (const [number, page] of this.#changed) {
      if (!isIn(page.changedIn)) continue;
      this.#changed.delete(number);
      page.changedIn = 0;
      this.#cached.set(number, page);
    }
    this.#makeRoom(this.#cached.size - maxCached);
    this.#base.close();
    this.#base = base;
  }

  /** The pages that a base at the start of log `number` lacks, by number; all were changed in logs before it. */
  changedBefore(number: number): Map<number, Uint8Array> {
    for (const page of [...this.#later.keys()]) this.#page(page);
    const found = new Map<number, Uint8Array>();
    for (const [page, { bytes, changedIn }] of this.#changed) if (changedIn < number) found.set(page, bytes);
    return found;
  }

  /** Fills `into` with a page as it is now, and keeps nothing of it in memory. */
  copy(number: number, into: Uint8Array): void {
    const page = this.#changed.get(number) ?? this.#cached.get(number) ?? this.#made(number);
    if (page === undefined) this.#base.read(number, into);
    else into.set(page.bytes);
  }

  close(): void {
    this.#base.close();
  }

  #page(number: number): Page {
    return this.#changed.get(number) ?? this.#cached.get(number) ?? this.#made(number) ?? this.#cache(number);
  }

  /** A page whose changes were left for later; undefined if there are none. */
  #made(number: number): Page | undefined {
    const later = this.#later.get(number);
    if (later === undefined) return undefined;
    const page = this.#newPage();
    this.#base.read(number, page.bytes);
    for (const { log, offset, length, crc } of later) {
      const bytes = log.read(offset, length);
      if (crc32(bytes) !== crc) throw new DamagedFileError(log.name);
      applyChange(page.bytes, bytes, 0);
      page.changedIn = log.number;
    }
    this.#later.delete(number);
    this.#changed.set(number, page);
    return page;
  }

  #cache(number: number): Page {
    const page = this.#newPage();
    this.#base.read(number, page.bytes);
    if (this.#cached.size >= maxCached) this.#makeRoom(madeRoom);
    this.#cached.set(number, page);
    return page;
  }

  /** A page that may be changed. */
  #owned(number: number): Page {
    let page = this.#changed.get(number) ?? this.#made(number);
    if (page === undefined) {
      page = this.#cached.get(number);
      if (page === undefined) {
        page = this.#newPage();
        this.#base.read(number, page.bytes);
      } else this.#cached.delete(number);
      this.#changed.set(number, page);
    }
    page.changedIn = this.#log;
    return page;
  }

  #newPage(): Page {
    return this.#free.pop() ?? new Page();
  }

  #makeRoom(pages: number): void {
    let left = pages;
    for (const [number, page] of this.#cached) {
      if (left <= 0) return;
      left -= 1;
      this.#cached.delete(number);
      if (this.#free.length < madeRoom) this.#free.push(page);
    }
  }

  #word(at: number): number {
    if (this.#count === 0) return 0;
    const { buffer } = this.#page(0).bytes;
    return new DataView(buffer).getUint32(at, false);
  }
}
