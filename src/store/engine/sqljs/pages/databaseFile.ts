/**
 * File of a database, as SQLite calls it. `memory` is the library's memory and `at` an index in it; offsets and sizes are bytes
 * of the file. The statement that caused an error rethrows it (`FileLayer.takeError`).
 */
export interface DatabaseFile {
  /** True after a change by others until SQLite has checked for one. */
  readonly isStale: boolean;
  /** Past the end of the file fills in zeros and returns false. */
  read(memory: Uint8Array, at: number, amount: number, offset: number): boolean;
  write(memory: Uint8Array, at: number, amount: number, offset: number): void;
  truncate(size: number): void;
  size(): number;
}

/** Used part of the compiled library: exports and emscripten's functions. */
export interface LibraryParts {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly table: { get(index: number): unknown };
  addFunction(implementation: (...values: never[]) => number, signature: string): number;
  malloc(bytes: number): number;
  text(pointer: number): string;
}

/** SQLite's public constants: result codes, a flag of `xOpen`, and offsets in its VFS structs, in 32-bit words. */
const ok = 0;
const notFound = 12;
const readFailed = 266;
const writeFailed = 778;
const shortRead = 522;
const mainDatabase = 0x100;
const openWord = 6;
const accessWord = 8;
const nameWord = 4;
/** Version of `sqlite3_vfs` with these offsets. */
const knownVersion = 3;

/**
 * Puts our files under databases of an unmodified sql.js: a connection begins with its VFS, a public struct of which this
 * replaces two functions (https://sqlite.org/c3ref/vfs.html).
 */
export class FileLayer {
  readonly #parts: LibraryParts;
  readonly #files = new Map<number, DatabaseFile>();
  #bytes: Uint8Array;
  #words: Int32Array;
  #next: DatabaseFile | undefined;
  #error: { readonly cause: unknown } | undefined;

  /** `connection` is the address of any open connection. Throws for an unknown VFS. */
  constructor(parts: LibraryParts, connection: number) {
    this.#parts = parts;
    this.#bytes = new Uint8Array(parts.memory.buffer);
    this.#words = new Int32Array(parts.memory.buffer);
    const system = this.#word(connection >> 2) >> 2;
    if (this.#word(system) !== knownVersion || parts.text(this.#word(system + nameWord)) !== 'unix') {
      throw new Error('This build of sql.js has a file system that is not known.');
    }
    const openOther = parts.table.get(this.#word(system + openWord)) as (...values: number[]) => number;
    const methods = parts.malloc(13 * 4);
    this.#fresh().set(this.#methods(), methods >> 2);
    this.#words[system + openWord] = parts.addFunction(
      (vfs: number, name: number, file: number, flags: number, out: number) => {
        if (this.#next === undefined || (flags & mainDatabase) === 0) return openOther(vfs, name, file, flags, out);
        this.#fresh()[file >> 2] = methods;
        this.#files.set(file, this.#next);
        if (out !== 0) this.#words[out >> 2] = flags;
        return ok;
      },
      'iiiiii',
    );
    // No journal exists, neither for our file nor for those in memory.
    this.#words[system + accessWord] = parts.addFunction((_vfs: number, _name: number, _flags: number, out: number) => {
      this.#fresh()[out >> 2] = 0;
      return ok;
    }, 'iiiii');
  }

  /** The database that `open` opens uses this file. */
  under<T>(file: DatabaseFile, open: () => T): T {
    this.#next = file;
    try {
      return open();
    } finally {
      this.#next = undefined;
    }
  }

  /** Returns a file's error since the last call; SQLite itself reports only a disk error. */
  takeError(): { readonly cause: unknown } | undefined {
    const error = this.#error;
    this.#error = undefined;
    return error;
  }

  /** Struct `sqlite3_io_methods`, version 1: close, read, write, truncate, sync, size, three for locks, control, two sizes. */
  #methods(): number[] {
    const { addFunction } = this.#parts;
    const none = (signature: string): number => addFunction(() => ok, signature);
    return [
      1,
      addFunction((file: number) => {
        this.#files.delete(file);
        return ok;
      }, 'ii'),
      addFunction(
        (file: number, at: number, amount: number, offset: bigint) =>
          this.#guarded(readFailed, () =>
            this.#file(file).read(this.#freshBytes(), at, amount, Number(offset)) ? ok : shortRead,
          ),
        'iiiij',
      ),
      addFunction(
        (file: number, at: number, amount: number, offset: bigint) =>
          this.#guarded(writeFailed, () => {
            this.#file(file).write(this.#freshBytes(), at, amount, Number(offset));
            return ok;
          }),
        'iiiij',
      ),
      addFunction(
        (file: number, size: bigint) =>
          this.#guarded(writeFailed, () => {
            this.#file(file).truncate(Number(size));
            return ok;
          }),
        'iij',
      ),
      none('iii'),
      addFunction((file: number, out: number) => {
        const size = this.#file(file).size();
        const words = this.#fresh();
        words[out >> 2] = size | 0;
        words[(out >> 2) + 1] = Math.floor(size / 0x1_0000_0000);
        return ok;
      }, 'iii'),
      none('iii'),
      none('iii'),
      addFunction((_file: number, out: number) => {
        this.#fresh()[out >> 2] = 0;
        return ok;
      }, 'iii'),
      addFunction(() => notFound, 'iiii'),
      none('ii'),
      none('ii'),
    ];
  }

  #file(pointer: number): DatabaseFile {
    const file = this.#files.get(pointer);
    if (file === undefined) throw new Error('This file is not open.');
    return file;
  }

  #guarded(code: number, act: () => number): number {
    try {
      return act();
    } catch (cause) {
      this.#error = { cause };
      return code;
    }
  }

  /** The library's memory moves when it grows. */
  #fresh(): Int32Array {
    if (this.#words.buffer !== this.#parts.memory.buffer) {
      this.#bytes = new Uint8Array(this.#parts.memory.buffer);
      this.#words = new Int32Array(this.#parts.memory.buffer);
    }
    return this.#words;
  }

  #freshBytes(): Uint8Array {
    this.#fresh();
    return this.#bytes;
  }

  #word(index: number): number {
    return this.#fresh()[index] ?? 0;
  }
}
