import { compactionLatest } from './compactionLatest.js';
import { compactionPacket } from './compactionPacket.js';
import { compactionRecord } from './compactionRecord.js';
import { compactionSettings } from './compactionSettings.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const compactionOperations = {
  compactionRecord,
  compactionLatest,
  compactionPacket,
  compactionSettings,
};
