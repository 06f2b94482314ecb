import type { AnyOperation } from '../operation.js';
import { storeBackup } from './storeBackup.js';
import { storeCheck } from './storeCheck.js';
import { storeCompact } from './storeCompact.js';
import { storeExport } from './storeExport.js';
import { storePath } from './storePath.js';
import { storeQuery } from './storeQuery.js';
import { storeRestore } from './storeRestore.js';

/** The operations of this group, in the order in which surfaces list them. */
export const storeOperations: readonly AnyOperation[] = [
  storeCheck,
  storeCompact,
  storeBackup,
  storeRestore,
  storeExport,
  storeQuery,
  storePath,
];
