import { join } from 'node:path';
import { statSignature } from '../changeWatcher.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { journalName, readListing } from './storeLayout.js';

/** A text that differs after each commit of a process of before; undefined where there is no journal. */
export function markOfJournals(files: StoreFileSystem, directory: string): string | undefined {
  const marks = readListing(files.readdirSync(directory)).generations.map(
    generation => `${generation}:${statSignature(files, join(directory, journalName(generation)))}`,
  );
  return marks.length === 0 ? undefined : marks.join(' ');
}
