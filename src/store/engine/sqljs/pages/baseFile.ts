import { join } from 'node:path';
import { crc32 } from '../crc32.js';
import { tooNewError } from '../failure.js';
import {
  closeQuietly,
  openPlainFile,
  readPlainFile,
  type StoreFileSystem,
  syncDirectory,
  unlinkQuietly,
  writeNewFile,
} from '../storeFileSystem.js';
import { moveToNewName } from '../writeOutside.js';
import { maxBaseBytes, maxPages, maxSegmentsRead } from './limits.js';
import type { ChainPoint } from './logRecord.js';
import { pageSize } from './pageChange.js';
import {
  baseName,
  draftName,
  imageName,
  newToken,
  type PageFile,
  segmentName,
  sumsName,
  tokenPattern,
} from './pageNames.js';

/** Earlier journals have 1. */
export const formatVersion = 2;

/** Content of `base.<number>`, the starting point of a log. */
export interface Base extends ChainPoint {
  /** Also of its log. */
  readonly number: number;
  /** The token of its log. */
  readonly token: string;
  /** Schema version that a reader must know. */
  readonly schema: number;
  readonly pages: number;
  /** Undefined for an empty database. */
  readonly image?: PageFile | undefined;
  /** Oldest first; later pages take precedence. */
  readonly segments: readonly PageFile[];
  /** The previous logs end in damage instead of a seal: opening removes them. */
  readonly isOverDamage?: boolean | undefined;
  /** Later commits were lost: read-only until a backup is restored. */
  readonly isCutShort?: boolean | undefined;
}

/** A base, or a file that it names, is missing or corrupt. `file` is relative to the store. */
export class DamagedFileError extends Error {
  constructor(readonly file: string) {
    super(`${file} is missing or damaged.`);
  }
}

/** Throws DamagedFileError, STORE_TOO_NEW for another format, and ENOENT for a missing file. */
export function readBase(directory: string, files: StoreFileSystem, number: number): Base {
  const name = baseName(number);
  const bytes = readPlainFile(files, join(directory, name), 0, maxBaseBytes);
  const [sum = '', text = ''] = bytes?.toString('utf8').split('\n') ?? [];
  if (Number.parseInt(sum, 16) !== crc32(Buffer.from(text))) throw new DamagedFileError(name);
  const { format, ...base } = parsed(text) ?? {};
  if (isCount(format) && Number(format) > formatVersion) throw tooNewError(Number(format), formatVersion);
  if (format !== formatVersion || base.number !== number || !isBase(base)) throw new DamagedFileError(name);
  return base;
}

/** Returns undefined unless it is a JSON object. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Validates all fields: a file may be planted, with a matching checksum. */
export function isBase(value: Record<string, unknown>): value is Record<string, unknown> & Base {
  const { seq, crc, token, schema, pages, image, segments } = value;
  return (
    [seq, crc, schema, pages].every(isCount) &&
    (pages as number) <= maxPages &&
    isToken(token) &&
    (image === undefined || isPageFile(image)) &&
    Array.isArray(segments) &&
    segments.length <= maxSegmentsRead &&
    segments.every(isPageFile)
  );
}

/** Validates number and token, which become part of a file name. */
export function isPageFile(value: unknown): value is PageFile {
  if (typeof value !== 'object' || value === null) return false;
  const { number, token } = value as Record<string, unknown>;
  return isCount(number) && isToken(token);
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && tokenPattern.test(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Syncs a base, then gives it its name. Throws EEXIST if the number is taken. */
export function writeBase(directory: string, files: StoreFileSystem, base: Base): void {
  const text = JSON.stringify({ format: formatVersion, ...base });
  const draft = join(directory, draftName(base.number, newToken()));
  try {
    writeNewFile(files, draft, [Buffer.from(`${crc32(Buffer.from(text)).toString(16)}\n${text}\n`)]);
    moveToNewName(files, draft, join(directory, baseName(base.number)));
  } finally {
    unlinkQuietly(files, draft);
  }
  syncDirectory(files, directory);
}

const segmentMagic = 0x31505253; // SRP1
const sumsMagic = 0x31535253; // SRS1
const headWords = 2;
/** Pages per write call. */
const pagesAtOnce = 64;

/** Writes a new file, which is unused until a base names it. Removes it on failure. */
export function writeSegment(
  directory: string,
  files: StoreFileSystem,
  file: PageFile,
  pages: ReadonlyMap<number, Uint8Array>,
): void {
  const numbers = [...pages.keys()].sort((left, right) => left - right);
  const contents = numbers.map(number => pages.get(number) as Uint8Array);
  const head = summed(segmentMagic, [...numbers, ...contents.map(page => crc32(page))], numbers.length);
  writeOrRemove(files, join(directory, segmentName(file.number, file.token)), [padded(head), ...contents]);
}

/** Writes pages `read(0)` to `read(count - 1)` and their checksums. Removes both files on failure. */
export function writeImage(
  directory: string,
  files: StoreFileSystem,
  file: PageFile,
  count: number,
  read: (page: number) => Uint8Array,
): void {
  const sums: number[] = [];
  // One buffer: each part is written before the next one is generated.
  const buffer = Buffer.allocUnsafeSlow(Math.min(pagesAtOnce, count) * pageSize);
  function* contents(): Generator<Uint8Array> {
    for (let from = 0; from < count; from += pagesAtOnce) {
      const length = Math.min(pagesAtOnce, count - from);
      for (let page = 0; page < length; page += 1) {
        const bytes = read(from + page);
        sums.push(crc32(bytes));
        buffer.set(bytes, page * pageSize);
      }
      yield buffer.subarray(0, length * pageSize);
    }
  }
  const path = join(directory, imageName(file.number, file.token));
  writeOrRemove(files, path, contents());
  try {
    writeOrRemove(files, join(directory, sumsName(file.number, file.token)), [summed(sumsMagic, sums, sums.length)]);
  } catch (error) {
    unlinkQuietly(files, path);
    throw error;
  }
}

function writeOrRemove(files: StoreFileSystem, path: string, chunks: Iterable<Uint8Array>): void {
  try {
    writeNewFile(files, path, chunks);
  } catch (error) {
    unlinkQuietly(files, path);
    throw error;
  }
}

/** Builds magic, count, words, and the CRC of all. */
function summed(magic: number, words: readonly number[], count: number): Buffer {
  const bytes = Buffer.alloc((headWords + words.length + 1) * 4);
  bytes.writeUInt32LE(magic, 0);
  bytes.writeUInt32LE(count, 4);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, (headWords + index) * 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

/** Returns `perCount` words for each counted one; undefined if corrupt. */
function readSummed(bytes: Buffer, magic: number, perCount: number): Uint32Array | undefined {
  if (bytes.length < (headWords + 1) * 4 || bytes.readUInt32LE(0) !== magic) return undefined;
  const count = bytes.readUInt32LE(4) * perCount;
  const end = (headWords + count) * 4;
  if (end + 4 > bytes.length || crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return undefined;
  const words = new Uint32Array(count);
  Buffer.from(words.buffer).set(bytes.subarray(headWords * 4, end));
  return words;
}

function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % pageSize;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(pageSize - rest)]);
}

interface Place {
  readonly source: OpenPages;
  readonly offset: number;
  readonly sum: number;
}

interface OpenPages {
  readonly name: string;
  readonly handle: number;
}

/** Pages of a base, read on demand and verified by their checksums: the files never change. */
export class BasePages {
  readonly base: Base;
  readonly #files: StoreFileSystem;
  readonly #opened: OpenPages[] = [];
  readonly #changed = new Map<number, Place>();
  #image: OpenPages | undefined;
  #sums: Uint32Array = new Uint32Array();

  constructor(directory: string, files: StoreFileSystem, base: Base) {
    this.base = base;
    this.#files = files;
    try {
      if (base.image !== undefined) this.#openImage(directory, base.image);
      for (const segment of base.segments) this.#openSegment(directory, segment);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get size(): { readonly image: number; readonly changed: number } {
    return { image: this.#sums.length, changed: this.#changed.size };
  }

  changed(): IterableIterator<number> {
    return this.#changed.keys();
  }

  /** Reads zeros for a page that the base lacks. Throws DamagedFileError. */
  read(page: number, into: Uint8Array): void {
    const place = this.#changed.get(page) ?? this.#inImage(page);
    if (place === undefined) {
      into.fill(0);
      return;
    }
    const { source, offset, sum } = place;
    const count = this.#files.readSync(source.handle, into, 0, pageSize, offset);
    if (count !== pageSize || crc32(into) !== sum) throw new DamagedFileError(source.name);
  }

  /** Checks the first page for the kind of database. Throws DamagedFileError. */
  checkFirst(): void {
    if (this.base.pages === 0) return;
    const first = Buffer.alloc(pageSize);
    this.read(0, first);
    if (!isDatabase(first)) throw new DamagedFileError((this.#changed.get(0) ?? this.#inImage(0))?.source.name ?? '');
  }

  close(): void {
    for (const { handle } of this.#opened.splice(0)) closeQuietly(this.#files, handle);
  }

  #inImage(page: number): Place | undefined {
    const sum = this.#sums[page];
    if (sum === undefined || this.#image === undefined) return undefined;
    return { source: this.#image, offset: page * pageSize, sum };
  }

  #openImage(directory: string, { number, token }: PageFile): void {
    const sums = this.#readAll(directory, sumsName(number, token));
    const words = readSummed(sums, sumsMagic, 1);
    if (words === undefined) throw new DamagedFileError(sumsName(number, token));
    this.#sums = words;
    this.#image = this.#open(directory, imageName(number, token), words.length * pageSize);
  }

  #openSegment(directory: string, { number, token }: PageFile): void {
    const name = segmentName(number, token);
    const source = this.#open(directory, name, 0);
    const { size } = this.#files.fstatSync(source.handle);
    const first = Buffer.alloc(8);
    this.#files.readSync(source.handle, first, 0, 8, 0);
    const count = first.readUInt32LE(4);
    if (count > maxPages) throw new DamagedFileError(name);
    const start = Math.ceil(((headWords + 2 * count + 1) * 4) / pageSize) * pageSize;
    if (start + count * pageSize !== size) throw new DamagedFileError(name);
    const head = Buffer.alloc(start);
    this.#files.readSync(source.handle, head, 0, start, 0);
    const words = readSummed(head, segmentMagic, 2);
    if (words === undefined) throw new DamagedFileError(name);
    for (let index = 0; index < count; index += 1) {
      const page = words[index] ?? 0;
      const sum = words[count + index] ?? 0;
      if (page >= maxPages) throw new DamagedFileError(name);
      this.#changed.set(page, { source, offset: start + index * pageSize, sum });
    }
  }

  /** Requires `size` bytes unless it is 0. */
  #open(directory: string, name: string, size: number): OpenPages {
    const handle = plainOrDamaged(name, () => openPlainFile(this.#files, join(directory, name)));
    const opened = { name, handle };
    this.#opened.push(opened);
    if (size !== 0 && this.#files.fstatSync(handle).size !== size) throw new DamagedFileError(name);
    return opened;
  }

  #readAll(directory: string, name: string): Buffer {
    const maxBytes = (headWords + maxPages + 1) * 4;
    return plainOrDamaged(name, () => readPlainFile(this.#files, join(directory, name), 0, maxBytes));
  }
}

/** First page of a store: pages of our size without reserved bytes, not in WAL mode (https://sqlite.org/fileformat2.html). */
function isDatabase(page: Buffer): boolean {
  const starts = page.toString('latin1', 0, 16) === 'SQLite format 3\0';
  return starts && page.readUInt16BE(16) === pageSize && page.readUInt16BE(18) === 0x0101 && page[20] === 0;
}

function plainOrDamaged<T>(name: string, open: () => T | undefined): T {
  let found: T | undefined;
  try {
    found = open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (found === undefined) throw new DamagedFileError(name);
  return found;
}
