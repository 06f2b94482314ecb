import type { SqljsStoreOptions } from './openSqljsStore.js';

/** Options of a store with every default in place. */
export type StoreOptions = Required<Omit<SqljsStoreOptions, 'checkpoint' | 'queryWorker'>> & {
  readonly queryWorker: string | undefined;
  readonly checkpoint: Required<NonNullable<SqljsStoreOptions['checkpoint']>>;
};
