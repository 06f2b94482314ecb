import { beginPages } from '../pages/checkpointPages.js';
import { listNames } from '../pages/loadPages.js';
import { beforeOf } from './beforeFormat.js';
import { type OldLockOptions, underOldLock } from './oldLock.js';
import { makeVersionJournal } from './versionJournal.js';

/** Creates a store, and keeps older programs from creating another one beside it. False if another process was first. */
export function beginStore(options: OldLockOptions): Promise<boolean> {
  const { directory, files } = options;
  return underOldLock(options, async () => {
    const isThere = listNames(directory, files).some(({ kind }) => kind === 'base');
    if (isThere || beforeOf(directory, files) !== 'none') return false;
    // First: a crash afterwards leaves a folder in which older programs create no store.
    if (!makeVersionJournal(directory, files, 1, () => false)) return false;
    return beginPages(directory, files);
  });
}
