// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { sliceClose } from './sliceClose.js';
import { sliceCommit } from './sliceCommit.js';
import { sliceList } from './sliceList.js';
import { slicePacket } from './slicePacket.js';
import { sliceStart } from './sliceStart.js';

export const sliceOperations = {
  sliceStart,
  sliceCommit,
  sliceClose,
  sliceList,
  slicePacket,
};
