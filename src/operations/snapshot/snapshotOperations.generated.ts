// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { snapshotShow } from './snapshotShow.js';

export const snapshotOperations = {
  snapshotShow,
};
