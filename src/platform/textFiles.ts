import { lstat, open, readdir, stat } from 'node:fs/promises';
import { readRegularFile } from './regularFile.js';

const maxBytes = 256 * 1024 * 1024;

/** Follows links; `other` for a device or a pipe. */
export async function kindOfPath(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch((): string[] => [])).sort();
}

/** Removes the byte order mark; undefined if irregular, above 256 MB or not UTF-8. Throws errors of the file system. */
export async function readUtf8(path: string): Promise<string | undefined> {
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export async function sizeOfFile(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

/** Bytes, and ms UTC. Undefined for a missing file or a link. */
export async function statOfFile(path: string): Promise<{ size: number; modifiedAt: number } | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? { size: found.size, modifiedAt: found.mtimeMs } : undefined;
}

/** Empty for anything but a regular file. Throws errors of the file system. */
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

/** Undefined for an irregular file or more than 256 MB. Throws errors of the file system. */
export async function readBytes(path: string): Promise<Uint8Array | undefined> {
  const read = await readRegularFile(path, { maxBytes });
  return read !== undefined && 'content' in read ? read.content : undefined;
}
