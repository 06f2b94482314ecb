import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { leadsOut } from './leadsOut.js';
import { noFollow } from './ownFolder.js';

/** Content, or the end of a sentence on why it was not read; undefined without a file. */
export type RegularFile = { readonly content: Buffer } | { readonly problem: string } | undefined;

export interface ReadRule {
  readonly maxBytes?: number;
  /** Applies to the last part of the path. */
  readonly followsLinks?: boolean;
  /** Folder that links may not leave. */
  readonly within?: string;
}

/** Settings, documents and sources are far smaller. */
export const usualMaxBytes = 16 * 1024 * 1024;

/** Non-blocking: a pipe may replace a file after the check. */
const forReading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads untrusted paths: never opens a device, pipe or folder, and stops at `maxBytes` even if a file grows. Throws errors
 * of the file system, except for missing files and circular links.
 */
export async function readRegularFile(
  path: string,
  { maxBytes = usualMaxBytes, followsLinks = true, within }: ReadRule = {},
): Promise<RegularFile> {
  try {
    const target = within === undefined ? path : await realpath(path);
    if (within !== undefined && leadsOut(relative(await realpath(within), target)))
      return { problem: 'leads elsewhere' };
    const found = followsLinks ? await stat(target) : await lstat(target);
    const problem = problemOf(found, maxBytes);
    if (problem !== undefined) return { problem };
    const file = await open(target, forReading | (followsLinks && within === undefined ? 0 : noFollow));
    try {
      const opened = await file.stat();
      const changed = problemOf(opened, maxBytes);
      if (changed !== undefined) return { problem: changed };
      return whole(await readAtMost(file, opened.size, maxBytes), maxBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    return answerTo(error, followsLinks);
  }
}

/** For files that are needed before anything else; follows links. */
export function readRegularFileSync(path: string, maxBytes = usualMaxBytes): RegularFile {
  try {
    const problem = problemOf(statSync(path), maxBytes);
    if (problem !== undefined) return { problem };
    const file = openSync(path, forReading);
    try {
      const opened = fstatSync(file);
      const changed = problemOf(opened, maxBytes);
      if (changed !== undefined) return { problem: changed };
      let buffer: Buffer = Buffer.allocUnsafe(opened.size + 1);
      let length = 0;
      for (;;) {
        const read = readSync(file, buffer, length, buffer.length - length, null);
        length += read;
        if (read === 0 || length > maxBytes) return whole(buffer.subarray(0, length), maxBytes);
        buffer = withRoom(buffer, length, maxBytes);
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return answerTo(error, true);
  }
}

export async function textOfRegularFile(path: string, rule?: ReadRule): Promise<string | undefined> {
  return textIn(await readRegularFile(path, rule));
}

export function textOfRegularFileSync(path: string, maxBytes?: number): string | undefined {
  return textIn(readRegularFileSync(path, maxBytes));
}

function textIn(read: RegularFile): string | undefined {
  return read !== undefined && 'content' in read ? read.content.toString('utf8') : undefined;
}

function problemOf(found: Stats, maxBytes: number): string | undefined {
  if (found.isSymbolicLink()) return 'is a link';
  if (!found.isFile()) return 'is not a regular file';
  return found.size > maxBytes ? tooLarge(maxBytes) : undefined;
}

function tooLarge(maxBytes: number): string {
  const kilobytes = Math.round(maxBytes / 1024);
  return `is larger than ${kilobytes < 1024 ? `${kilobytes} kB` : `${Math.round(kilobytes / 1024)} MB`}`;
}

/** Reads one byte more than allowed, which shows that the file has grown. */
async function readAtMost(file: FileHandle, size: number, maxBytes: number): Promise<Buffer> {
  let buffer: Buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (bytesRead === 0 || length > maxBytes) return buffer.subarray(0, length);
    buffer = withRoom(buffer, length, maxBytes);
  }
}

function withRoom(buffer: Buffer, length: number, maxBytes: number): Buffer {
  if (length < buffer.length) return buffer;
  const larger = Buffer.allocUnsafe(Math.min(Math.max(2 * length, 64 * 1024), maxBytes + 1));
  buffer.copy(larger, 0, 0, length);
  return larger;
}

function whole(content: Buffer, maxBytes: number): RegularFile {
  return content.length > maxBytes ? { problem: tooLarge(maxBytes) } : { content };
}

function answerTo(error: unknown, followsLinks: boolean): RegularFile {
  const { code } = error as NodeJS.ErrnoException;
  // ENOTDIR: a parent is a file.
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  if (code === 'ELOOP') return { problem: followsLinks ? 'is a broken link' : 'is a link' };
  throw error;
}
