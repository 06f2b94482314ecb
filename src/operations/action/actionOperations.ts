import { actionAdd } from './actionAdd.js';
import { actionComplete } from './actionComplete.js';
import { actionList } from './actionList.js';
import { actionSkip } from './actionSkip.js';
import { actionUpdate } from './actionUpdate.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const actionOperations = {
  actionAdd,
  actionUpdate,
  actionComplete,
  actionSkip,
  actionList,
};
