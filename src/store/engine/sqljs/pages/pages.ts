import { type BasePages, DamagedFileError } from './baseFile.js';
import type { DatabaseFile } from './databaseFile.js';
import { maxPages } from './limits.js';
import { headBytes } from './logRecord.js';
import { applyChange, changePage, larger, maxChange, Page, type PageChange, pageSize, Undo } from './pageChange.js';

/** Change of a page by another process, in the bytes of its log. */
interface LaterChange {
  readonly log: number;
  readonly bytes: Buffer;
  readonly at: number;
}

/** Max cached pages of the base, 4 kB each. */
const maxCached = 2048;
const madeRoom = 256;

/** Part of the first page's header by which SQLite validates its cache. */
const checkOffset = 24;
const checkBytes = 16;
const schemaCookieAt = 40;
/** Offset of the changes in a commit's body, after the number of pages. */
export const changesFrom = 4;

/**
 * Pages as of the last commit: the base, read on demand, overlaid with later changes. SQLite uses it as its file; the writes of
 * a COMMIT become a record's body and can be rolled back.
 */
export class Pages implements DatabaseFile {
  #base: BasePages;
  #count: number;
  /** Pages that differ from the base. */
  readonly #changed = new Map<number, Page>();
  /** Changes of others in pages that nothing has read yet. */
  readonly #later = new Map<number, LaterChange[]>();
  /** Pages as in the base; the oldest are evicted first. */
  readonly #cached = new Map<number, Page>();
  readonly #free: Page[] = [];
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

  get count(): number {
    return this.#count;
  }

  /** Changes with the schema; 0 for an empty database. */
  get schemaCookie(): number {
    return this.#word(schemaCookieAt);
  }

  // Calls by SQLite.

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
      // Any other content than last time makes SQLite drop its cached pages.
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
    // Like a file system with a size limit.
    if (number >= maxPages)
      throw Object.assign(new Error('The store is too large.'), { code: 'EFBIG', syscall: 'write' });
    if (number >= this.#count) this.#count = number + 1;
    if (this.#memoryWords.buffer !== memory.buffer) this.#memoryWords = new Int32Array(memory.buffer);
    if (this.#out.length - this.#end < maxChange) this.#out = larger(this.#out, this.#end + maxChange);
    const page = this.#owned(number);
    this.#end = changePage(this.#out, this.#end, number, page, memory, this.#memoryWords, at, this.#undo);
  }

  // A transaction of this process.

  /** Returns SQLite's writes since the last commit as a record with room for its head, valid until the next transaction. */
  written(): { readonly bytes: Uint8Array; readonly end: number } | undefined {
    if (this.#end === headBytes + changesFrom) return undefined;
    new DataView(this.#out.buffer, this.#out.byteOffset).setUint32(headBytes, this.#count, true);
    return { bytes: this.#out, end: this.#end };
  }

  keep(): void {
    this.#undo.clear();
    this.#end = headBytes + changesFrom;
    this.#countBefore = this.#count;
    if (this.#out.length > 1 << 20) this.#out = new Uint8Array(1 << 14);
  }

  /** Rolls back; SQLite reads its pages again. */
  discard(): void {
    this.#undo.restore();
    this.#count = this.#countBefore;
    this.keep();
    this.#isStale = true;
  }

  // Commits of others.

  /** Applies another process's commit to log number `log`; `bytes` must not be changed any more. */
  apply(log: number, bytes: Buffer, count: number, changes: readonly PageChange[]): void {
    this.#log = log;
    for (const { page: number, at } of changes) {
      if (this.#changed.has(number) || this.#cached.has(number)) {
        applyChange(this.#owned(number).bytes, bytes, at);
        continue;
      }
      const later = this.#later.get(number);
      if (later === undefined) this.#later.set(number, [{ log, bytes, at }]);
      else later.push({ log, bytes, at });
    }
    this.#count = count;
    this.#countBefore = count;
    this.#isStale = true;
  }

  /** Later commits go to this log. */
  enter(log: number): void {
    this.#log = log;
  }

  /** Switches to a newer base with the same content, drops changes that it includes, and closes the previous base. */
  rebase(base: BasePages): void {
    const isIn = (log: number): boolean => log < base.base.number;
    const isWhole = (later: readonly LaterChange[]): boolean => isIn(later.at(-1)?.log ?? 0);
    // Build pages that are only partly in the base first: reading may fail, and then nothing is changed.
    for (const [number, later] of this.#later) {
      if (!isWhole(later) && later.some(({ log }) => isIn(log))) this.#page(number);
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

  /** Returns the pages that a base at the start of log `number` lacks. */
  changedBefore(number: number): Map<number, Uint8Array> {
    for (const page of [...this.#later.keys()]) this.#page(page);
    const found = new Map<number, Uint8Array>();
    for (const [page, { bytes, changedIn }] of this.#changed) if (changedIn < number) found.set(page, bytes);
    return found;
  }

  copy(number: number, into: Uint8Array): void {
    const page = this.#changed.get(number) ?? this.#cached.get(number) ?? this.#made(number);
    if (page === undefined) this.#base.read(number, into);
    else into.set(page.bytes);
  }

  /** Reads and verifies each page; returns one error per damaged file. */
  damaged(): readonly DamagedFileError[] {
    const buffer = new Uint8Array(pageSize);
    const found = new Map<string, DamagedFileError>();
    for (let page = 0; page < this.#count; page += 1) {
      try {
        this.copy(page, buffer);
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error;
        found.set(error.file, error);
      }
    }
    return [...found.values()];
  }

  close(): void {
    this.#base.close();
  }

  #page(number: number): Page {
    return this.#changed.get(number) ?? this.#cached.get(number) ?? this.#made(number) ?? this.#cache(number);
  }

  /** Builds a page from deferred changes, if any. */
  #made(number: number): Page | undefined {
    const later = this.#later.get(number);
    if (later === undefined) return undefined;
    const page = this.#newPage();
    this.#base.read(number, page.bytes);
    for (const { log, bytes, at } of later) {
      applyChange(page.bytes, bytes, at);
      page.changedIn = log;
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
