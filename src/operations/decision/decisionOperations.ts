import { decisionList } from './decisionList.js';
import { decisionRecord } from './decisionRecord.js';
import { decisionValidate } from './decisionValidate.js';

export const decisionOperations = { decisionRecord, decisionList, decisionValidate };
