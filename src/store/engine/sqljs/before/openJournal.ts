import {
  closeQuietly,
  errorCode,
  type FileNumber,
  numberOf,
  openPlainFile,
  readFrom,
  type StoreFileSystem,
} from '../storeFileSystem.js';

/** Offsets of the CRC in the header, and in a record. */
const headerCrcAt = 60;
const recordCrcAt = 4;
/** Max attempts to open a file that is being replaced. */
const openAttempts = 3;

/**
 * The journal that memory follows. Folders are renamed, swapped and restored under live processes, and files overwritten: so
 * the file at the path is compared by file number and by the CRC of the last record that was read.
 */
export class OpenJournal {
  readonly path: string;
  readonly #files: StoreFileSystem;
  readonly #handle: number;
  /** Undefined if file numbers change at each stat; then only content is compared. */
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

  /** Returns undefined for an irregular file. Throws errors of the file system, ENOENT if missing. */
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

  get headerCrc(): number {
    return this.#word(headerCrcAt);
  }

  /** Bytes of the file at the path; undefined if that is another one than was read. */
  size(): number | undefined {
    let now: { readonly size: number; readonly dev: number; readonly ino: number } | undefined;
    try {
      now = this.#files.lstatSync(this.path, { throwIfNoEntry: false });
    } catch (error) {
      if (errorCode(error) !== 'ENOTDIR') throw error;
    }
    if (now === undefined || !this.#isThis(now)) return undefined;
    // Truncated below the last record: the caller sees it by the size.
    return now.size < this.#mark.at + 4 || this.#showsMark() ? now.size : undefined;
  }

  isSame(handle: number): boolean {
    return this.#isThis(this.#files.fstatSync(handle));
  }

  mark(start: number, crc: number): void {
    this.#mark = { at: start + recordCrcAt, crc };
  }

  /** True if the file at the path has a record with this CRC there. */
  shows(start: number, crc: number): boolean {
    const before = this.#mark;
    this.mark(start, crc);
    const size = this.size();
    if (size !== undefined && size > start) return true;
    this.#mark = before;
    return false;
  }

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

  /** 0 past the end. */
  #word(at: number, handle = this.#handle): number {
    return this.#files.readSync(handle, this.#bytes, 0, 4, at) === 4 ? this.#bytes.readUInt32LE(0) : 0;
  }
}
