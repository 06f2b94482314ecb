import { join } from 'node:path';
import { type Base, formatVersion, isBase } from '../pages/baseFile.js';
import { closeQuietly, errorCode, openPlainFile, readPlainFile, type StoreFileSystem } from '../storeFileSystem.js';
import { decodeHeader, headerBytes } from './journalFormat.js';
import { findSeal } from './journalScan.js';
import { journalName, readListing } from './storeLayout.js';

/** Previous format in a folder without a base: nothing, a store, or the base of one that was taken over. */
export type Before = 'none' | 'old' | Base;

/** Decided by the seal in the newest journal: files of this format without it are from an unfinished takeover. */
export function beforeOf(directory: string, files: StoreFileSystem): Before {
  const { generations, snapshots } = readListing(namesIn(directory, files));
  const isOld = (generation: number): boolean => !isVersionJournal(directory, files, generation);
  for (const generation of generations) {
    if (!generations.includes(generation - 1) || isOld(generation)) continue;
    const base = baseBehind(directory, files, generation);
    if (base !== undefined) return base;
  }
  return snapshots.size > 0 || generations.some(isOld) ? 'old' : 'none';
}

/** True for a journal that shows older programs that they are too old: a header with a higher version, and no commits. */
export function isVersionJournal(directory: string, files: StoreFileSystem, generation: number): boolean {
  const bytes = Buffer.alloc(headerBytes);
  try {
    const handle = openPlainFile(files, join(directory, journalName(generation)));
    if (handle === undefined) return false;
    try {
      files.readSync(handle, bytes, 0, headerBytes, 0);
    } finally {
      closeQuietly(files, handle);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return decodeHeader(bytes)?.version === formatVersion;
}

/** Returns the base in the seal of the journal before `generation`. */
function baseBehind(directory: string, files: StoreFileSystem, generation: number): Base | undefined {
  let journal: Buffer | undefined;
  try {
    journal = readPlainFile(files, join(directory, journalName(generation - 1)));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const seal = journal && findSeal(journal, generation, headerBytes);
  const named = seal?.payload.base;
  if (seal === undefined || typeof named !== 'object' || named === null) return undefined;
  const base = { ...named, seq: seal.record.seq, crc: seal.record.crc };
  // A journal may be planted, with matching checksums.
  return isBase(base) && base.number === generation ? base : undefined;
}

function namesIn(directory: string, files: StoreFileSystem): readonly string[] {
  try {
    return files.readdirSync(directory);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return [];
  }
}
