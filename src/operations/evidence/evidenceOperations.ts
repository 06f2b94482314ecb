import { evidenceList } from './evidenceList.js';
import { evidenceReceipt } from './evidenceReceipt.js';
import { evidenceRecord } from './evidenceRecord.js';
import { evidenceRun } from './evidenceRun.js';
import { evidenceShow } from './evidenceShow.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const evidenceOperations = {
  evidenceRun,
  evidenceRecord,
  evidenceReceipt,
  evidenceList,
  evidenceShow,
};
