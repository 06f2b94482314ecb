import { touchedList } from './touchedList.js';
import { touchedRecord } from './touchedRecord.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const touchedOperations = { touchedRecord, touchedList };
