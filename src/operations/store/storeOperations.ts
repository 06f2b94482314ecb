import { storeArchive } from './storeArchive.js';
import { storeBackup } from './storeBackup.js';
import { storeCheck } from './storeCheck.js';
import { storeCompact } from './storeCompact.js';
import { storeExport } from './storeExport.js';
import { storePath } from './storePath.js';
import { storeQuery } from './storeQuery.js';
import { storeRepair } from './storeRepair.js';
import { storeRestore } from './storeRestore.js';
import { storeUpdate } from './storeUpdate.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const storeOperations = {
  storeCheck,
  storeCompact,
  storeArchive,
  storeBackup,
  storeRestore,
  storeRepair,
  storeUpdate,
  storeExport,
  storeQuery,
  storePath,
};
