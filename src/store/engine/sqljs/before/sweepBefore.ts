import { join } from 'node:path';
import { type StoreFileSystem, unlinkQuietly } from '../storeFileSystem.js';
import { journalName, readListing } from './storeLayout.js';

/** Files of older processes beside their journals. */
const ofProcesses = /^(?:lock$|proc\.|break\.)/;

/**
 * Removes files of the previous format. The last generation stays until the second checkpoint after the takeover; `kept` is
 * the number of the base before the newest. The newest journal stays forever: it shows older programs that they are too old.
 */
export function sweepBefore(directory: string, files: StoreFileSystem, kept: number): void {
  const { generations, snapshots, names } = readListing(files.readdirSync(directory));
  const isOld = (generation: number): boolean => generation + 1 < kept;
  const others = generations.slice(1);
  const old = [
    ...others.filter(isOld).map(journalName),
    ...[...snapshots].flatMap(([generation, images]) => (isOld(generation) ? images : [])),
    ...(others.every(isOld) ? names.filter(name => ofProcesses.test(name)) : []),
  ];
  for (const name of old) unlinkQuietly(files, join(directory, name));
}
