// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

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
