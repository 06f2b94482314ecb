import { lstat, open, readdir, stat } from 'node:fs/promises';
import { readRegularFile } from './regularFile.js';

const maxBytes = 256 * 1024 * 1024;

/** Returns the kind of entry at a path, links followed, `other` for a device or a pipe; undefined if there is none. */
export async function kindOfPath(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}

/** Returns the sorted names in a folder; none if there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch((): string[] => [])).sort();
}

/** Reads UTF-8 without its byte order mark; undefined if irregular, above 256 MB or not UTF-8. Throws errors of the file system. */
export async function readUtf8(path: string): Promise<string | undefined> {
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a file; undefined if there is none. */
export async function sizeOfFile(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

/** Returns size in bytes and time of the last change, ms UTC. Undefined for a missing file or a link. */
export async function statOfFile(path: string): Promise<{ size: number; modifiedAt: number } | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? { size: found.size, modifiedAt: found.mtimeMs } : undefined;
}

/** Reads the first bytes of a regular file; none of anything else. Throws errors of the file system. */
export async function beginningOf(path: string, bytes: number): Promise<Uint8Array> {
  if ((await kindOfPath(path)) !== 'file') return new Uint8Array();
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads a whole file; undefined for no regular file or more than 256 MB. Throws errors of the file system. */
export async function readBytes(path: string): Promise<Uint8Array | undefined> {
  const read = await readRegularFile(path, { maxBytes });
  return read !== undefined && 'content' in read ? read.content : undefined;
}
