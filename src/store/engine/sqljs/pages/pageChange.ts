import { maxPages } from './limits.js';

/** SQLite's default, used by every store; bytes. */
export const pageSize = 4096;

const wordsOfPage = pageSize / 4;
/** Page number, number of ranges, bytes after this head. */
const headOfPage = 10;
const headOfRange = 4;
const shortRange = 64;

/** Max bytes of a page's change: each range has a head, and at least two equal words precede the next one. */
export const maxChange = headOfPage + 2 * pageSize;

export class Page {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** Number of the log of its last change; 0 if it is as in the base. */
  changedIn = 0;

  constructor() {
    const buffer = new ArrayBuffer(pageSize);
    this.bytes = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
  }
}

/** Bytes that a transaction overwrote, for rollback. */
export class Undo {
  readonly #pages: Page[] = [];
  readonly #places: number[] = [];
  #bytes: Uint8Array = new Uint8Array(1 << 14);
  #end = 0;

  add(page: Page, from: number, to: number): void {
    const length = to - from;
    if (this.#end + length > this.#bytes.length) this.#bytes = larger(this.#bytes, this.#end + length);
    this.#pages.push(page);
    this.#places.push(from, length);
    copy(page.bytes, from, this.#bytes, this.#end, length);
    this.#end += length;
  }

  restore(): void {
    for (let index = this.#pages.length - 1; index >= 0; index -= 1) {
      const length = this.#places[2 * index + 1] ?? 0;
      this.#end -= length;
      copy(this.#bytes, this.#end, (this.#pages[index] as Page).bytes, this.#places[2 * index] ?? 0, length);
    }
    this.clear();
  }

  clear(): void {
    this.#pages.length = 0;
    this.#places.length = 0;
    this.#end = 0;
    // Frees a large transaction's memory before the next small ones.
    if (this.#bytes.length > 1 << 20) this.#bytes = new Uint8Array(1 << 14);
  }
}

export function larger(bytes: Uint8Array, size: number): Uint8Array {
  const grown = new Uint8Array(Math.max(size, bytes.length * 2));
  grown.set(bytes);
  return grown;
}

/**
 * Updates a page to `memory` at `from`. Writes the difference to `out` at `start`: page number (4 bytes), number of ranges (2),
 * length (4), and for each range offset (2), length (2) and bytes; nothing for an equal page. `out` needs room for `maxChange`.
 * Returns the end of the written bytes.
 */
export function changePage(
  out: Uint8Array,
  start: number,
  number: number,
  page: Page,
  memory: Uint8Array,
  memoryWords: Int32Array,
  from: number,
  undo: Undo,
): number {
  const { bytes, words } = page;
  const base = from >> 2;
  let at = start + headOfPage;
  let ranges = 0;
  for (let word = 0; word < wordsOfPage; word += 1) {
    if (words[word] === memoryWords[base + word]) continue;
    let end = word + 1;
    for (let next = end; next < wordsOfPage && next - end < 2; next += 1) {
      if (words[next] !== memoryWords[base + next]) end = next + 1;
    }
    let first = word << 2;
    let last = end << 2;
    while (bytes[first] === memory[from + first]) first += 1;
    while (bytes[last - 1] === memory[from + last - 1]) last -= 1;
    const length = last - first;
    out[at] = first & 255;
    out[at + 1] = first >> 8;
    out[at + 2] = length & 255;
    out[at + 3] = length >> 8;
    at += headOfRange;
    undo.add(page, first, last);
    copy(memory, from + first, out, at, length);
    copy(memory, from + first, bytes, first, length);
    at += length;
    ranges += 1;
    word = end;
  }
  if (ranges === 0) return start;
  putUint32(out, start, number);
  out[start + 4] = ranges & 255;
  out[start + 5] = ranges >> 8;
  putUint32(out, start + 6, at - start - headOfPage);
  return at;
}

export interface PageChange {
  readonly page: number;
  /** Offset in the bytes that were read. */
  readonly at: number;
}

/** Reads changes from `start` to `end` for a database with `count` pages; undefined if they are inconsistent. */
export function readChanges(bytes: Buffer, start: number, end: number, count: number): PageChange[] | undefined {
  if (count > maxPages) return undefined;
  const changes: PageChange[] = [];
  for (let at = start; at < end; ) {
    if (at + headOfPage > end) return undefined;
    const page = bytes.readUInt32LE(at);
    const length = headOfPage + bytes.readUInt32LE(at + 6);
    if (page >= count || length > end - at || !fits(bytes, at, length)) return undefined;
    changes.push({ page, at });
    at += length;
  }
  return changes;
}

/** Checks that the ranges are in the page and match the length. */
function fits(bytes: Buffer, start: number, length: number): boolean {
  const end = start + length;
  let at = start + headOfPage;
  for (let left = bytes.readUInt16LE(start + 4); left > 0; left -= 1) {
    if (at + headOfRange > end) return false;
    const size = bytes.readUInt16LE(at + 2);
    if (bytes.readUInt16LE(at) + size > pageSize) return false;
    at += headOfRange + size;
  }
  return at === end;
}

export function applyChange(page: Uint8Array, bytes: Uint8Array, start: number): void {
  let at = start + headOfPage;
  for (let left = short(bytes, start + 4); left > 0; left -= 1) {
    const length = short(bytes, at + 2);
    copy(bytes, at + headOfRange, page, short(bytes, at), length);
    at += headOfRange + length;
  }
}

function short(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

/** For a few bytes, as in most ranges, a loop is faster than the platform's call. */
function copy(from: Uint8Array, at: number, to: Uint8Array, start: number, length: number): void {
  if (length > shortRange) to.set(from.subarray(at, at + length), start);
  else for (let index = 0; index < length; index += 1) to[start + index] = from[at + index] as number;
}

function putUint32(out: Uint8Array, at: number, value: number): void {
  out[at] = value & 255;
  out[at + 1] = (value >>> 8) & 255;
  out[at + 2] = (value >>> 16) & 255;
  out[at + 3] = value >>> 24;
}
