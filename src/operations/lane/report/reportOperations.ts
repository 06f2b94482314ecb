import type { AnyOperation } from '../../operation.js';
import { reportAcknowledge } from './reportAcknowledge.js';
import { reportList } from './reportList.js';
import { reportSubmit } from './reportSubmit.js';

/** The operations of this group, in the order in which surfaces list them. */
export const reportOperations: readonly AnyOperation[] = [reportSubmit, reportList, reportAcknowledge];
