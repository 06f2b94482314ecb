import { constants } from 'node:fs';
import { join } from 'node:path';
import { noFollow } from '../../../../platform/ownFolder.js';
import {
  closeQuietly,
  errorCode,
  type FileNumber,
  numberOf,
  openPlainFile,
  readFrom,
  type StoreFileSystem,
} from '../storeFileSystem.js';
import { maxLogBytes } from './limits.js';
import { crcAt } from './logRecord.js';
import { logName, type PageFile } from './pageNames.js';

const openAttempts = 3;

/**
 * Compares the file at the path by number and by the last record's CRC: folders are swapped and restored under live processes.
 */
export class LogFile {
  readonly number: number;
  readonly marker: Buffer;
  readonly name: string;
  readonly #path: string;
  readonly #files: StoreFileSystem;
  readonly #handle: number;
  /** Undefined if file numbers change at each stat; then only content is compared. */
  readonly #number: FileNumber | undefined;
  readonly #bytes = Buffer.alloc(4);
  #writer: number | undefined;
  #mark: { readonly at: number; readonly crc: number } | undefined;

  private constructor(
    directory: string,
    files: StoreFileSystem,
    file: PageFile,
    handle: number,
    number: FileNumber | undefined,
  ) {
    this.number = file.number;
    this.name = logName(file.number, file.token);
    this.marker = Buffer.from(file.token, 'hex');
    this.#path = join(directory, this.name);
    this.#files = files;
    this.#handle = handle;
    this.#number = number;
  }

  /** Undefined for an irregular file or one above `maxLogBytes`. Throws errors of the file system, ENOENT if missing. */
  static open(directory: string, files: StoreFileSystem, file: PageFile): LogFile | undefined {
    const path = join(directory, logName(file.number, file.token));
    for (let attempt = 1; ; attempt += 1) {
      const handle = openPlainFile(files, path);
      if (handle === undefined) return undefined;
      try {
        const stat = files.fstatSync(handle);
        if (stat.size > maxLogBytes) {
          closeQuietly(files, handle);
          return undefined;
        }
        const number = numberOf(stat);
        const now = files.lstatSync(path, { throwIfNoEntry: false });
        const isSame = now !== undefined && numberOf(now) === number;
        if (isSame || attempt === openAttempts) {
          return new LogFile(directory, files, file, handle, isSame ? number : undefined);
        }
      } catch (error) {
        closeQuietly(files, handle);
        throw error;
      }
      closeQuietly(files, handle);
    }
  }

  /** Bytes of the file at the path; undefined if it is not the one that was read, or exceeds `maxLogBytes`. */
  size(): number | undefined {
    let now: { readonly size: number; readonly dev: number; readonly ino: number } | undefined;
    try {
      now = this.#files.lstatSync(this.#path, { throwIfNoEntry: false });
    } catch (error) {
      if (errorCode(error) !== 'ENOTDIR') throw error;
    }
    if (now === undefined || now.size > maxLogBytes || !this.#isThis(now)) return undefined;
    // Truncated below the last record: the caller sees it by the size.
    return this.#mark === undefined || now.size < this.#mark.at + 4 || this.#shows(this.#mark) ? now.size : undefined;
  }

  mark(start: number, crc: number): void {
    this.#mark = { at: start + crcAt, crc };
  }

  read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, this.#files.readSync(this.#handle, bytes, 0, length, offset));
  }

  readFrom(offset: number): Buffer {
    return readFrom(this.#files, this.#handle, offset);
  }

  /** Uses one system call, to prevent interleaving; returns the bytes written. Throws ENOENT if the path leads elsewhere. */
  append(bytes: Buffer): number {
    this.#writer ??= this.#openWriter();
    return this.#files.writeSync(this.#writer, bytes);
  }

  async flush(inBackground: boolean): Promise<void> {
    const writer = this.#writer ?? this.#openWriter();
    this.#writer = writer;
    if (!inBackground) this.#files.fdatasyncSync(writer);
    else {
      await new Promise<void>((resolve, reject) => {
        this.#files.fdatasync(writer, error => (error === null ? resolve() : reject(error)));
      });
    }
  }

  close(): void {
    closeQuietly(this.#files, this.#handle);
    if (this.#writer !== undefined) closeQuietly(this.#files, this.#writer);
    this.#writer = undefined;
  }

  #openWriter(): number {
    // Never creates the file: a missing log was sealed and removed by others, or moved.
    const handle = this.#files.openSync(this.#path, constants.O_WRONLY | constants.O_APPEND | noFollow);
    if (this.#isThis(this.#files.fstatSync(handle))) return handle;
    closeQuietly(this.#files, handle);
    throw Object.assign(new Error(`${this.#path} was replaced.`), { code: 'ENOENT', syscall: 'open' });
  }

  #isThis(stat: { readonly dev: number; readonly ino: number }): boolean {
    return this.#number === undefined || numberOf(stat) === this.#number;
  }

  #shows(mark: { readonly at: number; readonly crc: number }): boolean {
    if (this.#number !== undefined) return this.#word(mark.at, this.#handle) === mark.crc;
    const handle = openPlainFile(this.#files, this.#path);
    if (handle === undefined) return false;
    try {
      return this.#word(mark.at, handle) === mark.crc;
    } finally {
      closeQuietly(this.#files, handle);
    }
  }

  #word(at: number, handle: number): number {
    return this.#files.readSync(handle, this.#bytes, 0, 4, at) === 4 ? this.#bytes.readUInt32LE(0) : 0;
  }
}
