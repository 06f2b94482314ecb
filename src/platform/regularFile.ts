import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { leadsOut } from './leadsOut.js';
import { noFollow } from './ownFolder.js';

/** What a regular file holds, or why it is not read, as the end of a sentence; undefined where there is none. */
export type RegularFile = { readonly content: Buffer } | { readonly problem: string } | undefined;

export interface ReadRule {
  /** More is never read into memory. */
  readonly maxBytes?: number;
  /** False where the last part of the path may not be a link. */
  readonly followsLinks?: boolean;
  /** The folder that no link on the way may lead out of. */
  readonly within?: string;
}

/** Settings, documents and sources are far smaller. */
export const usualMaxBytes = 16 * 1024 * 1024;

/** A pipe, which may take the place of a file after it was looked at, is not waited for. */
const forReading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a regular file of at most `maxBytes`: a device, a pipe, a socket or a folder is never opened, and a file that grows is not
 * read further. The way to read what a repository or anybody else may have put in place. Throws what the file system throws, except
 * that there is no such file and that links lead in a circle.
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

/** The same at once, for files that are read before anything else can be done; links are followed. */
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

/** The text of such a file; undefined for none, and for one that is not read. */
export async function textOfRegularFile(path: string, rule?: ReadRule): Promise<string | undefined> {
  return textIn(await readRegularFile(path, rule));
}

/** The same at once. */
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

/** At most one byte more than may be read: then the file has grown. */
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
  // The folder that it is in may be a file.
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  if (code === 'ELOOP') return { problem: followsLinks ? 'is a link that leads nowhere' : 'is a link' };
  throw error;
}
