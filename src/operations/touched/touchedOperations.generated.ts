// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { touchedList } from './touchedList.js';
import { touchedRecord } from './touchedRecord.js';

export const touchedOperations = {
  touchedRecord,
  touchedList,
};
