import type { AnyOperation } from '../operation.js';
import { evidenceList } from './evidenceList.js';
import { evidenceReceipt } from './evidenceReceipt.js';
import { evidenceRecord } from './evidenceRecord.js';
import { evidenceRun } from './evidenceRun.js';
import { evidenceShow } from './evidenceShow.js';

/** The operations of this group, in the order in which surfaces list them. */
export const evidenceOperations: readonly AnyOperation[] = [
  evidenceRun,
  evidenceRecord,
  evidenceReceipt,
  evidenceList,
  evidenceShow,
];
