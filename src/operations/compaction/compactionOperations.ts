import type { AnyOperation } from '../operation.js';
import { compactionLatest } from './compactionLatest.js';
import { compactionPacket } from './compactionPacket.js';
import { compactionRecord } from './compactionRecord.js';
import { compactionSettings } from './compactionSettings.js';

/** The operations of this group, in the order in which surfaces list them. */
export const compactionOperations: readonly AnyOperation[] = [
  compactionRecord,
  compactionLatest,
  compactionPacket,
  compactionSettings,
];
