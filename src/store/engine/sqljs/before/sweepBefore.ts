import { join } from 'node:path';
import { type StoreFileSystem, unlinkQuietly } from '../storeFileSystem.js';
import { journalName, readListing } from './storeLayout.js';

/** What processes of the format before leave beside its journals. */
const ofProcesses = /^(?:lock$|proc\.|break\.)/;

/**
 * Removes what is left of the format before. A store is taken over with the number that follows its last generation, and that
 * generation stays until the second checkpoint after it. `kept` is the number of the base before the newest. The newest journal stays
 * for good: by it programs of before see that they are too old.
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
