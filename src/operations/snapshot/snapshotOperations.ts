import { snapshotShow } from './snapshotShow.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const snapshotOperations = { snapshotShow };
