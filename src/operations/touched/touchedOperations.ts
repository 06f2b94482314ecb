import { touchedList } from './touchedList.js';
import { touchedRecord } from './touchedRecord.js';

export const touchedOperations = { touchedRecord, touchedList };
