import { beginPages } from '../pages/checkpointPages.js';
import { listNames } from '../pages/loadPages.js';
import { beforeOf } from './beforeFormat.js';
import { type OldLockOptions, underOldLock } from './oldLock.js';
import { makeVersionJournal } from './versionJournal.js';

/**
 * Begins a store in a folder that has none, so that no program of the format before begins a second one beside it. False when another
 * process was first.
 */
export function beginStore(options: OldLockOptions): Promise<boolean> {
  const { directory, files } = options;
  return underOldLock(options, async () => {
    const isThere = listNames(directory, files).some(({ kind }) => kind === 'base');
    if (isThere || beforeOf(directory, files) !== 'none') return false;
    // First: killed in between, this leaves a folder without a store in which programs of before begin none.
    if (!makeVersionJournal(directory, files, 1, () => false)) return false;
    return beginPages(directory, files);
  });
}
