import { sliceClose } from './sliceClose.js';
import { sliceCommit } from './sliceCommit.js';
import { sliceList } from './sliceList.js';
import { slicePacket } from './slicePacket.js';
import { sliceStart } from './sliceStart.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const sliceOperations = { sliceStart, sliceCommit, sliceClose, sliceList, slicePacket };
