import { reportAcknowledge } from './reportAcknowledge.js';
import { reportList } from './reportList.js';
import { reportSubmit } from './reportSubmit.js';

export const reportOperations = { reportSubmit, reportList, reportAcknowledge };
