// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { actionAdd } from './actionAdd.js';
import { actionComplete } from './actionComplete.js';
import { actionList } from './actionList.js';
import { actionSkip } from './actionSkip.js';
import { actionUpdate } from './actionUpdate.js';

export const actionOperations = {
  actionAdd,
  actionUpdate,
  actionComplete,
  actionSkip,
  actionList,
};
