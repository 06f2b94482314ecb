import { join } from 'node:path';
import { sweepBefore } from '../before/sweepBefore.js';
import { errorCode, type StoreFileSystem, syncDirectory, unlinkQuietly, writeNewFile } from '../storeFileSystem.js';
import { type Base, readBase, writeBase, writeImage, writeSegment } from './baseFile.js';
import { listNames } from './loadPages.js';
import type { ChainPoint } from './logRecord.js';
import { pageSize } from './pageChange.js';
import {
  baseName,
  imageName,
  logName,
  newToken,
  type PageFile,
  type PageFileName,
  segmentName,
  sumsName,
} from './pageNames.js';
import type { Pages } from './pages.js';

/** A base has at most as many segments: each is one more file to open. */
const maxSegments = 4;
/** An image of as many pages is quicker written than thought about. */
const smallImage = 256;
/** Of the image's pages, how many may differ before a new image is due: one in this many. */
const newImageAt = 4;

/** Makes the empty file of a log, under a name that nothing had before. */
export function createLog(directory: string, files: StoreFileSystem, number: number): PageFile {
  const file = { number, token: newToken() };
  writeNewFile(files, join(directory, logName(number, file.token)), []);
  syncDirectory(files, directory);
  return file;
}

export function removeLog(directory: string, files: StoreFileSystem, { number, token }: PageFile): void {
  unlinkQuietly(files, join(directory, logName(number, token)));
}

/** Removes a log and an image that nothing has named yet. */
export function removeFiles(directory: string, files: StoreFileSystem, log: PageFile, image?: PageFile): void {
  removeLog(directory, files, log);
  if (image === undefined) return;
  for (const name of [imageName(image.number, image.token), sumsName(image.number, image.token)]) {
    unlinkQuietly(files, join(directory, name));
  }
}

/**
 * Writes what a log goes on from: a new image, or the pages that differ from the last one, whichever is less to write and to open.
 * `pages` are as they are where the log begins.
 */
export function writeCheckpoint(
  directory: string,
  files: StoreFileSystem,
  pages: Pages,
  log: PageFile,
  at: ChainPoint,
  schema: number,
): Base {
  const { base, size } = pages.base;
  const changed = pages.changedBefore(log.number);
  const file = { number: log.number, token: newToken() };
  const { seq, crc } = at;
  const common = { ...log, seq, crc, schema, pages: pages.count };
  if (changed.size === 0 && base.pages === pages.count) {
    const same = { ...common, image: base.image, segments: base.segments };
    writeBase(directory, files, same);
    return same;
  }
  const differ = size.changed + changed.size;
  if (base.image === undefined || size.image <= smallImage || differ * newImageAt > size.image) {
    const buffer = new Uint8Array(pageSize);
    writeImage(directory, files, file, pages.count, page => {
      pages.copy(page, buffer);
      return buffer;
    });
    return writeNext(directory, files, { ...common, image: file, segments: [] }, [
      imageName(file.number, file.token),
      sumsName(file.number, file.token),
    ]);
  }
  const isFull = base.segments.length >= maxSegments;
  if (isFull) {
    for (const page of pages.base.changed()) {
      if (changed.has(page)) continue;
      const bytes = new Uint8Array(pageSize);
      pages.base.read(page, bytes);
      changed.set(page, bytes);
    }
  }
  writeSegment(directory, files, file, changed);
  const segments = isFull ? [file] : [...base.segments, file];
  const name = segmentName(file.number, file.token);
  return writeNext(directory, files, { ...common, image: base.image, segments }, [name]);
}

/** Writes a base, or leaves nothing of the files that are only for it. */
function writeNext(directory: string, files: StoreFileSystem, base: Base, own: readonly string[]): Base {
  try {
    writeBase(directory, files, base);
    return base;
  } catch (error) {
    if (!isNamed(directory, files, base)) for (const name of own) unlinkQuietly(files, join(directory, name));
    throw error;
  }
}

/**
 * Removes what neither the newest base nor the one before it needs. What is newer than these may be another process's work, and what
 * cannot be removed now is removed next time.
 */
export function sweep(directory: string, files: StoreFileSystem, newest: Base): void {
  try {
    const names = listNames(directory, files);
    const before = wholeBefore(directory, files, newest, names);
    if (before === undefined) return;
    const needed = new Set([...filesOf(newest), ...filesOf(before)]);
    for (const { number, kind, name } of names) {
      // Another log of the number of a base is of a checkpoint that was killed before its seal, or whose seal came too late.
      const isOld = kind === 'log' ? number <= before.number : number < (kind === 'draft' ? before : newest).number;
      if (isOld && !needed.has(name)) unlinkQuietly(files, join(directory, name));
    }
    sweepBefore(directory, files, before.number);
  } catch {
    // A base that cannot be read keeps its files until it is old.
  }
}

/** The newest base before another one that has its files: one that was written late, by a suspended process, may name what is gone. */
function wholeBefore(
  directory: string,
  files: StoreFileSystem,
  newest: Base,
  names: readonly PageFileName[],
): Base | undefined {
  const there = new Set(names.map(({ name }) => name));
  for (const { kind, number } of names) {
    if (kind !== 'base' || number >= newest.number) continue;
    const base = readBase(directory, files, number);
    if (filesOf(base).every(name => there.has(name))) return base;
  }
  return undefined;
}

/** True when a base that could not be written in full may have got its name: what it names must stay then. */
export function isNamed(directory: string, files: StoreFileSystem, { number, token }: PageFile): boolean {
  try {
    return readBase(directory, files, number).token === token;
  } catch (error) {
    return errorCode(error) !== 'ENOENT';
  }
}

function filesOf({ number, token, image, segments }: Base): string[] {
  const names = [
    baseName(number),
    logName(number, token),
    ...segments.map(segment => segmentName(segment.number, segment.token)),
  ];
  if (image !== undefined) names.push(imageName(image.number, image.token), sumsName(image.number, image.token));
  return names;
}

/**
 * Begins a store in a folder that has none: an empty database, and a log that goes on from it. False when another process was
 * first.
 */
export function beginPages(directory: string, files: StoreFileSystem, number = 1): boolean {
  const log = createLog(directory, files, number);
  try {
    writeBase(directory, files, { ...log, seq: 0, crc: 0, schema: 0, pages: 0, segments: [] });
    return true;
  } catch (error) {
    if (!isNamed(directory, files, log)) removeLog(directory, files, log);
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
