import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { noFollow } from '../../../../platform/ownFolder.js';
import { formatVersion } from '../pages/baseFile.js';
import { draftName, newToken } from '../pages/pageNames.js';
import {
  errorCode,
  readPlainFile,
  retryWhileBusy,
  type StoreFileSystem,
  syncDirectory,
  unlinkQuietly,
  writeNewFile,
} from '../storeFileSystem.js';
import { moveToNewName } from '../writeOutside.js';
import { isVersionJournal } from './beforeFormat.js';
import { encodeHeader, encodePayload, encodeRecord, headerBytes } from './journalFormat.js';
import { begunIn } from './journalScan.js';
import { firstHeader } from './loadGeneration.js';
import { journalName } from './storeLayout.js';

/**
 * Makes the journal that shows older programs that they are too old, unless it exists. Another journal of this name is from a
 * checkpoint that was killed before its seal: replaces it if `mayReplace` allows that, else returns false. Requires the lock.
 */
export function makeVersionJournal(
  directory: string,
  files: StoreFileSystem,
  generation: number,
  mayReplace: () => boolean,
): boolean {
  const path = join(directory, journalName(generation));
  const draft = join(directory, draftName(generation, newToken()));
  const header = { ...firstHeader(randomBytes(16)), version: formatVersion, generation };
  try {
    writeNewFile(files, draft, [encodeHeader(header)]);
    try {
      moveToNewName(files, draft, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (!isVersionJournal(directory, files, generation)) {
        if (!mayReplace()) return false;
        retryWhileBusy(() => files.renameSync(draft, path));
      }
    }
  } finally {
    unlinkQuietly(files, draft);
  }
  syncDirectory(files, directory);
  return true;
}

/** Makes the journal of a taken store valid on its own, whatever happens to the previous one. Call once the seal is on disk. */
export function noteBegun(directory: string, files: StoreFileSystem, generation: number, seq: number): void {
  const path = join(directory, journalName(generation));
  const journal = readPlainFile(files, path);
  if (journal === undefined || begunIn(journal, generation, headerBytes) !== 'unsealed') return;
  const { bytes } = encodeRecord(seq, 0, encodePayload({ kind: 'begun', generation, restored: true }));
  const handle = files.openSync(path, constants.O_WRONLY | constants.O_APPEND | noFollow);
  try {
    files.writeSync(handle, bytes);
    files.fdatasyncSync(handle);
  } finally {
    files.closeSync(handle);
  }
}
