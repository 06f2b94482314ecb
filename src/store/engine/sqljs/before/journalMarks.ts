import { join } from 'node:path';
import { statSignature } from '../changeWatcher.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { journalName, readListing } from './storeLayout.js';

/** Changes with each commit of an older process; undefined without a journal. */
export function markOfJournals(files: StoreFileSystem, directory: string): string | undefined {
  const marks = readListing(files.readdirSync(directory)).generations.map(
    generation => `${generation}:${statSignature(files, join(directory, journalName(generation)))}`,
  );
  return marks.length === 0 ? undefined : marks.join(' ');
}
