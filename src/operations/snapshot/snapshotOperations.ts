import { snapshotShow } from './snapshotShow.js';

export const snapshotOperations = { snapshotShow };
