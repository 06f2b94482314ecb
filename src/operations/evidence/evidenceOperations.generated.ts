// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { evidenceList } from './evidenceList.js';
import { evidenceReceipt } from './evidenceReceipt.js';
import { evidenceRecord } from './evidenceRecord.js';
import { evidenceRun } from './evidenceRun.js';
import { evidenceShow } from './evidenceShow.js';

export const evidenceOperations = {
  evidenceRun,
  evidenceRecord,
  evidenceReceipt,
  evidenceList,
  evidenceShow,
};
