// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { blockerAdd } from './blockerAdd.js';
import { blockerList } from './blockerList.js';
import { blockerResolve } from './blockerResolve.js';

export const blockerOperations = {
  blockerAdd,
  blockerResolve,
  blockerList,
};
