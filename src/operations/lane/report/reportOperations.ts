import { reportAcknowledge } from './reportAcknowledge.js';
import { reportList } from './reportList.js';
import { reportSubmit } from './reportSubmit.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const reportOperations = { reportSubmit, reportList, reportAcknowledge };
