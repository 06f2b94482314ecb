// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { decisionList } from './decisionList.js';
import { decisionRecord } from './decisionRecord.js';
import { decisionValidate } from './decisionValidate.js';

export const decisionOperations = {
  decisionRecord,
  decisionList,
  decisionValidate,
};
