import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SqljsStoreOptions } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import { openStore } from './openStore.js';
import { addItems, claimItem } from './rows.js';
import { tempFolder } from './tempFolder.js';

type Opened = ReturnType<typeof openStore>;

/** A store as versions before the one with pages open it. */
export function openBefore(directory: string, options: Partial<SqljsStoreOptions> = {}): Opened {
  return withEngine(undefined, () => openStore(directory, options));
}

/** A store as this version opens it. */
export function openPaged(directory: string, options: Partial<SqljsStoreOptions> = {}): Opened {
  return withEngine('pages', () => openStore(directory, options));
}

function withEngine<T>(engine: string | undefined, open: () => T): T {
  const { STATEROOM_ENGINE: before } = process.env;
  const set = (value: string | undefined): void => {
    if (value === undefined) delete process.env.STATEROOM_ENGINE;
    else process.env.STATEROOM_ENGINE = value;
  };
  set(engine);
  try {
    return open();
  } finally {
    set(before);
  }
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
