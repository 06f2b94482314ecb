import type { AnyOperation } from '../operation.js';
import { actionAdd } from './actionAdd.js';
import { actionComplete } from './actionComplete.js';
import { actionList } from './actionList.js';
import { actionSkip } from './actionSkip.js';
import { actionUpdate } from './actionUpdate.js';

/** The operations of this group, in the order in which surfaces list them. */
export const actionOperations: readonly AnyOperation[] = [
  actionAdd,
  actionUpdate,
  actionComplete,
  actionSkip,
  actionList,
];
