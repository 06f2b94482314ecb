import type { AnyOperation } from '../operation.js';
import { touchedList } from './touchedList.js';
import { touchedRecord } from './touchedRecord.js';

/** The operations of this group, in the order in which surfaces list them. */
export const touchedOperations: readonly AnyOperation[] = [touchedRecord, touchedList];
