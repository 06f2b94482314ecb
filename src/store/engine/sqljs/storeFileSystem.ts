import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { noFollow } from '../../../platform/ownFolder.js';

/** All disk access of the engine: a test can make any call fail or die. */
export type StoreFileSystem = Pick<
  typeof fs,
  | 'openSync'
  | 'closeSync'
  | 'fstatSync'
  | 'statSync'
  | 'lstatSync'
  | 'readSync'
  | 'readFileSync'
  | 'writeSync'
  | 'ftruncateSync'
  | 'fsyncSync'
  | 'fdatasyncSync'
  | 'fdatasync'
  | 'linkSync'
  | 'renameSync'
  | 'unlinkSync'
  | 'readdirSync'
  | 'mkdirSync'
  | 'accessSync'
>;

export const realFileSystem: StoreFileSystem = fs;

/** Undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

const busyCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Retries for at most 2 s: Windows refuses a rename or unlink while a scanner has the file open. Elsewhere codes are final. */
export function retryWhileBusy<T>(act: () => T): T {
  const deadline = Date.now() + 2000;
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (process.platform !== 'win32' || !busyCodes.has(errorCode(error) ?? '') || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20);
    }
  }
}

/** Identity of a file or folder, independent of its path. */
export type FileNumber = string;

export function numberOf({ dev, ino }: { readonly dev: number; readonly ino: number }): FileNumber {
  return `${dev}:${ino}`;
}

/** Reads to the end, with `room` unused bytes after it in the buffer. */
export function readFrom(files: StoreFileSystem, handle: number, offset: number, room = 0): Buffer {
  const size = Math.max(0, files.fstatSync(handle).size - offset);
  const bytes = Buffer.alloc(size + room);
  let filled = 0;
  while (filled < size) {
    const count = files.readSync(handle, bytes, filled, size - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

const forReading = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | noFollow;

/** Undefined for irregular files: does not follow links or wait for pipes. */
export function openPlainFile(files: StoreFileSystem, path: string): number | undefined {
  let handle: number;
  try {
    handle = files.openSync(path, forReading);
  } catch (error) {
    // Error codes for a link and for a socket.
    if (errorCode(error) === 'ELOOP' || errorCode(error) === 'ENXIO') return undefined;
    throw error;
  }
  try {
    if (files.fstatSync(handle).isFile()) return handle;
  } catch (error) {
    closeQuietly(files, handle);
    throw error;
  }
  closeQuietly(files, handle);
  return undefined;
}

/** Reads with `room` unused bytes in the buffer; undefined for irregular or larger files. Throws ENOENT if missing. */
export function readPlainFile(
  files: StoreFileSystem,
  path: string,
  room = 0,
  maxBytes = Number.POSITIVE_INFINITY,
): Buffer | undefined {
  const handle = openPlainFile(files, path);
  if (handle === undefined) return undefined;
  try {
    return files.fstatSync(handle).size > maxBytes ? undefined : readFrom(files, handle, 0, room);
  } finally {
    closeQuietly(files, handle);
  }
}

/** False for a link: its files are not in the store's folder. */
export function isOwnFolder(files: StoreFileSystem, path: string): boolean {
  return files.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Creates parents one by one: Node's recursive call reports a read-only file system as a missing folder. */
export function makeFolders(files: StoreFileSystem, path: string): void {
  try {
    makeFolder(files, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(files, dirname(path));
    makeFolder(files, path);
  }
}

/** Creates a private folder unless it exists. Throws ENOENT without a parent, and ELOOP for a link in its place. */
export function makeFolder(files: StoreFileSystem, path: string): void {
  try {
    files.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // A file in its place fails at the next use.
    if (errorCode(error) !== 'EEXIST') throw error;
    if (files.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw linkInPlace(path);
  }
}

function linkInPlace(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ELOOP: ${path} is a link`), { code: 'ELOOP', syscall: 'mkdir', path });
}

export function isWritable(files: StoreFileSystem, path: string): boolean {
  try {
    files.accessSync(path, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ignores all failures. */
export function unlinkQuietly(files: StoreFileSystem, path: string): void {
  try {
    retryWhileBusy(() => files.unlinkSync(path));
  } catch {
    // A later checkpoint sweeps it.
  }
}

/** For files that were only read: no data can be lost. */
export function closeQuietly(files: StoreFileSystem, handle: number): void {
  try {
    files.closeSync(handle);
  } catch {
    // The descriptor is free in any case.
  }
}

/** Makes new names durable. Windows has no such call and needs none. */
export function syncDirectory(files: StoreFileSystem, directory: string): void {
  if (process.platform === 'win32') return;
  const handle = files.openSync(directory, 'r');
  try {
    files.fsyncSync(handle);
  } finally {
    files.closeSync(handle);
  }
}

/** Writes and syncs a new file. Throws EEXIST if the name is taken. */
export function writeNewFile(files: StoreFileSystem, path: string, chunks: Iterable<Uint8Array>): void {
  const handle = files.openSync(path, 'wx', 0o600);
  try {
    for (const chunk of chunks) {
      for (let offset = 0; offset < chunk.length; ) {
        offset += files.writeSync(handle, chunk, offset, chunk.length - offset);
      }
    }
    files.fsyncSync(handle);
  } finally {
    files.closeSync(handle);
  }
}
