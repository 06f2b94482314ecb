import type { Store } from '../../store.js';
import type { SqljsStoreOptions } from './openSqljsStore.js';

/** Opens stores of this engine; its code, with SQLite's and the query builder's, is read with the first call. */
export async function loadSqljsStore(): Promise<(options: SqljsStoreOptions) => Store> {
  const { openSqljsStore } = await import('./openSqljsStore.js');
  return openSqljsStore;
}
