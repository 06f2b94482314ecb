import { lstat, open, readdir, stat } from 'node:fs/promises';
import { readRegularFile } from './regularFile.js';

/** More than this is never read into memory. */
const maxBytes = 256 * 1024 * 1024;

/** What is at a path, links followed, `other` for a device or a pipe; undefined where nothing is. */
export async function kindOfPath(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}

/** Names in a folder, in order; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch((): string[] => [])).sort();
}

/** The text of a file without a byte order mark; undefined where it is no regular file, larger than 256 MB or not UTF-8. Throws what the file system throws. */
export async function readUtf8(path: string): Promise<string | undefined> {
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes of a file; undefined where there is none. */
export async function sizeOfFile(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

/** Size in bytes and time of the last change, ms UTC, of a file. Undefined if it is missing or a link. */
export async function statOfFile(path: string): Promise<{ size: number; modifiedAt: number } | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? { size: found.size, modifiedAt: found.mtimeMs } : undefined;
}

/** The first bytes of a regular file; none of anything else. Throws what the file system throws. */
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

/** A whole file; undefined where there is none, or it is no regular file or larger than 256 MB. Throws what the file system throws. */
export async function readBytes(path: string): Promise<Uint8Array | undefined> {
  const read = await readRegularFile(path, { maxBytes });
  return read !== undefined && 'content' in read ? read.content : undefined;
}
