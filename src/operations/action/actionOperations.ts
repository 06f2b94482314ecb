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
