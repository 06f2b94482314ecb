import type { AnyOperation } from '../operation.js';
import { decisionList } from './decisionList.js';
import { decisionRecord } from './decisionRecord.js';
import { decisionValidate } from './decisionValidate.js';

/** The operations of this group, in the order in which surfaces list them. */
export const decisionOperations: readonly AnyOperation[] = [decisionRecord, decisionList, decisionValidate];
