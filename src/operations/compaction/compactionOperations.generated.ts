// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { compactionLatest } from './compactionLatest.js';
import { compactionPacket } from './compactionPacket.js';
import { compactionRecord } from './compactionRecord.js';
import { compactionSettings } from './compactionSettings.js';

export const compactionOperations = {
  compactionRecord,
  compactionLatest,
  compactionPacket,
  compactionSettings,
};
