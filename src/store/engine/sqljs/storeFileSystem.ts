import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { noFollow } from '../../../platform/ownFolder.js';

/** All disk access of the engine, so that a test can make any call fail or die. */
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

/** Returns the `code` of a file-system error; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

const busyCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Retries a rename or unlink for at most 2 s: Windows refuses it while a scanner has the file open. Elsewhere these codes are final and the
 * first error is thrown.
 */
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

/** Reads an open file from `offset` to its end, with `room` unused bytes after it in the buffer. */
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

/** Opens a regular file for reading; undefined for others: does not follow links or wait for pipes. */
export function openPlainFile(files: StoreFileSystem, path: string): number | undefined {
  let handle: number;
  try {
    handle = files.openSync(path, forReading);
  } catch (error) {
    // System error codes for a link and for a socket.
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

/**
 * Reads a regular file, with `room` unused bytes after it in the buffer; undefined for other files and for more than `maxBytes` bytes.
 * Throws ENOENT if it does not exist.
 */
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

/** Returns true for a folder that is not a link, so its files are in the store's folder. */
export function isOwnFolder(files: StoreFileSystem, path: string): boolean {
  return files.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Creates a folder and its parents, as `makeFolder` does. Node's recursive call reports a read-only file system as a missing folder. */
export function makeFolders(files: StoreFileSystem, path: string): void {
  try {
    makeFolder(files, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(files, dirname(path));
    makeFolder(files, path);
  }
}

/** Creates one folder for its owner only, unless it exists. Throws ENOENT without a parent folder, and ELOOP for a link in its place. */
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

/** Removes a file that may be gone already; ignores other failures. */
export function unlinkQuietly(files: StoreFileSystem, path: string): void {
  try {
    retryWhileBusy(() => files.unlinkSync(path));
  } catch {
    // A later checkpoint sweeps it.
  }
}

/** Closes a file that was only read and ignores errors: no data can be lost. */
export function closeQuietly(files: StoreFileSystem, handle: number): void {
  try {
    files.closeSync(handle);
  } catch {
    // The descriptor is free in any case.
  }
}

/** Makes new names in a directory durable. Windows has no such call and needs none. */
export function syncDirectory(files: StoreFileSystem, directory: string): void {
  if (process.platform === 'win32') return;
  const handle = files.openSync(directory, 'r');
  try {
    files.fsyncSync(handle);
  } finally {
    files.closeSync(handle);
  }
}

/** Writes a new file and makes it durable. Throws EEXIST if the name is taken. */
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
