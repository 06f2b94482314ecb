import {
  closeQuietly,
  errorCode,
  type FileNumber,
  numberOf,
  openPlainFile,
  readFrom,
  type StoreFileSystem,
} from '../storeFileSystem.js';

/** Where the CRC of the header is in a journal, and that of a record behind the record's start. */
const headerCrcAt = 60;
const recordCrcAt = 4;
/** A file that was replaced while it was opened is opened again so often. */
const openAttempts = 3;

/**
 * The journal that memory follows, open for reading. Folders are renamed, swapped and restored under live processes, and a copy
 * may be written over the file itself: so the file is known by its number and by the CRC of the last record that was read, and
 * what its path leads to is compared with both.
 */
export class OpenJournal {
  readonly path: string;
  readonly #files: StoreFileSystem;
  readonly #handle: number;
  /** Undefined where the file system numbers files again at each look: there, content has to do. */
  readonly #number: FileNumber | undefined;
  readonly #bytes = Buffer.alloc(4);
  #mark: { readonly at: number; readonly crc: number };

  private constructor(files: StoreFileSystem, path: string, handle: number, number: FileNumber | undefined) {
    this.#files = files;
    this.path = path;
    this.#handle = handle;
    this.#number = number;
    this.#mark = { at: headerCrcAt, crc: this.#word(headerCrcAt) };
  }

  /** Undefined for what is not a plain file. Throws what the file system throws, ENOENT when there is no such file. */
  static open(files: StoreFileSystem, path: string): OpenJournal | undefined {
    for (let attempt = 1; ; attempt += 1) {
      const handle = openPlainFile(files, path);
      if (handle === undefined) return undefined;
      try {
        const number = numberOf(files.fstatSync(handle));
        const now = files.lstatSync(path, { throwIfNoEntry: false });
        const isSame = now !== undefined && numberOf(now) === number;
        if (isSame || attempt === openAttempts)
          return new OpenJournal(files, path, handle, isSame ? number : undefined);
      } catch (error) {
        closeQuietly(files, handle);
        throw error;
      }
      closeQuietly(files, handle);
    }
  }

  /** The CRC in the header, by which a journal that was read before is known again. */
  get headerCrc(): number {
    return this.#word(headerCrcAt);
  }

  /** Size in bytes of the file that the path leads to; undefined when that is no longer the one that was read. */
  size(): number | undefined {
    let now: { readonly size: number; readonly dev: number; readonly ino: number } | undefined;
    try {
      now = this.#files.lstatSync(this.path, { throwIfNoEntry: false });
    } catch (error) {
      if (errorCode(error) !== 'ENOTDIR') throw error;
    }
    if (now === undefined || !this.#isThis(now)) return undefined;
    // Cut below what was read: the caller detects it by the size.
    return now.size < this.#mark.at + 4 || this.#showsMark() ? now.size : undefined;
  }

  /** True when a handle that was opened by the same path is of this very file. */
  isSame(handle: number): boolean {
    return this.#isThis(this.#files.fstatSync(handle));
  }

  /** Takes note of the last record that was read or written, by its CRC. */
  mark(start: number, crc: number): void {
    this.#mark = { at: start + recordCrcAt, crc };
  }

  /** True when opening the path now reads a record with this CRC there. */
  shows(start: number, crc: number): boolean {
    const before = this.#mark;
    this.mark(start, crc);
    const size = this.size();
    if (size !== undefined && size > start) return true;
    this.#mark = before;
    return false;
  }

  /** Everything from `offset` on. */
  readFrom(offset: number): Buffer {
    return readFrom(this.#files, this.#handle, offset);
  }

  close(): void {
    closeQuietly(this.#files, this.#handle);
  }

  #isThis(stat: { readonly dev: number; readonly ino: number }): boolean {
    return this.#number === undefined || numberOf(stat) === this.#number;
  }

  #showsMark(): boolean {
    if (this.#number !== undefined) return this.#word(this.#mark.at) === this.#mark.crc;
    const handle = openPlainFile(this.#files, this.path);
    if (handle === undefined) return false;
    try {
      return this.#word(this.#mark.at, handle) === this.#mark.crc;
    } finally {
      closeQuietly(this.#files, handle);
    }
  }

  /** 0 where there is nothing to read. */
  #word(at: number, handle = this.#handle): number {
    return this.#files.readSync(handle, this.#bytes, 0, 4, at) === 4 ? this.#bytes.readUInt32LE(0) : 0;
  }
}
