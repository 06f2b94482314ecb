import { decisionList } from './decisionList.js';
import { decisionRecord } from './decisionRecord.js';
import { decisionValidate } from './decisionValidate.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const decisionOperations = { decisionRecord, decisionList, decisionValidate };
