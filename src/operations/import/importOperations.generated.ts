// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { importTracker } from './importTracker.js';

export const importOperations = {
  importTracker,
};
