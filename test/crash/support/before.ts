import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SqljsStoreOptions } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import { openJournalStore } from './journalEngine.js';
import { openStore } from './openStore.js';
import { addItems, claimItem } from './rows.js';
import { tempFolder } from './tempFolder.js';

/** A store as versions before the one with pages open it. */
export function openBefore(directory: string, options: Partial<SqljsStoreOptions> = {}): ReturnType<typeof openStore> {
  return openStore(directory, options, openJournalStore);
}

/** What `seedBefore` puts in, in order. */
export const titlesBefore = ['one', 'two', 'three', 'four', 'five', 'six'];

/** A closed store of the format before, in the middle of its second generation, with one item claimed. */
export async function seedBefore(): Promise<string> {
  const directory = join(tempFolder('before'), 'store');
  const store = openBefore(directory);
  await addItems(store, ['one', 'two', 'three']);
  await claimItem(store, 'ann', 2);
  await store.maintenance.compact();
  await addItems(store, ['four', 'five']);
  await addItems(store, ['six']);
  await store.close();
  return directory;
}

/** Names of files in a store's folder that match. */
export function namesIn(directory: string, pattern: RegExp): string[] {
  return readdirSync(directory)
    .filter(name => pattern.test(name))
    .sort();
}

/** The journal of a generation of the format before; of the newest if none is given. */
export function journalPath(directory: string, generation?: number): string {
  const newest = namesIn(directory, /^journal\.\d{8}\.log$/).at(-1) ?? '';
  return join(directory, generation === undefined ? newest : `journal.${String(generation).padStart(8, '0')}.log`);
}
