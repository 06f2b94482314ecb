import type { SqljsStoreOptions } from './openSqljsStore.js';

export type StoreOptions = Required<Omit<SqljsStoreOptions, 'checkpoint' | 'queryWorker'>> & {
  readonly queryWorker: string | undefined;
  readonly checkpoint: Required<NonNullable<SqljsStoreOptions['checkpoint']>>;
};
