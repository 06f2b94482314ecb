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

/** Each segment is one more file to open. */
const maxSegments = 4;
/** Up to this size, rewriting an image is faster than comparing pages. */
const smallImage = 256;
/** A new image is due once 1 in this many pages differs. */
const newImageAt = 4;

/** Creates an empty log under an unused name. */
export function createLog(directory: string, files: StoreFileSystem, number: number): PageFile {
  const file = { number, token: newToken() };
  writeNewFile(files, join(directory, logName(number, file.token)), []);
  syncDirectory(files, directory);
  return file;
}

export function removeLog(directory: string, files: StoreFileSystem, { number, token }: PageFile): void {
  unlinkQuietly(files, join(directory, logName(number, token)));
}

export function removeFiles(directory: string, files: StoreFileSystem, log: PageFile, image?: PageFile): void {
  removeLog(directory, files, log);
  if (image === undefined) return;
  for (const name of [imageName(image.number, image.token), sumsName(image.number, image.token)]) {
    unlinkQuietly(files, join(directory, name));
  }
}

/** Writes a new image, or the differing pages if that is less to write and open. `pages` are as of the log's start. */
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

/** On failure removes its `own` files, unless the base may have got its name. */
function writeNext(directory: string, files: StoreFileSystem, base: Base, own: readonly string[]): Base {
  try {
    writeBase(directory, files, base);
    return base;
  } catch (error) {
    if (!isNamed(directory, files, base)) for (const name of own) unlinkQuietly(files, join(directory, name));
    throw error;
  }
}

/** Removes files of bases before the newest two; newer files may be another process's. The next sweep retries failures. */
export function sweep(directory: string, files: StoreFileSystem, newest: Base): void {
  try {
    const names = listNames(directory, files);
    const before = wholeBefore(directory, files, newest, names);
    if (before === undefined) return;
    const needed = new Set([...filesOf(newest), ...filesOf(before)]);
    for (const { number, kind, name } of names) {
      // Another log of a base's number is from a checkpoint that was killed before its seal, or sealed too late.
      const isOld = kind === 'log' ? number <= before.number : number < (kind === 'draft' ? before : newest).number;
      if (isOld && !needed.has(name)) unlinkQuietly(files, join(directory, name));
    }
    sweepBefore(directory, files, before.number);
  } catch {
    // An unreadable base keeps its files until it is old.
  }
}

/** Newest earlier base with all files: one written late by a suspended process may name removed files. */
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

/** True if a failed base may have got its name: then the files that it names must stay. */
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

/** Creates an empty database and its first log. False if another process was first. */
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
