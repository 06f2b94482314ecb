// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { gateCheck } from './gateCheck.js';
import { gateList } from './gateList.js';

export const gateOperations = {
  gateCheck,
  gateList,
};
