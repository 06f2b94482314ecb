import { laneOperations } from './lane/laneOperations.js';
import { settlingFirst } from './lane/settlingFirst.js';
import { messageOperations } from './message/messageOperations.js';
import type { AnyOperation } from './operation.js';
import { reportOperations } from './report/reportOperations.js';
import { workerOperations } from './worker/workerOperations.js';

/** What one can do with lanes: apart from the rest, because a program whose repository has none need not load it. */
export const laneCatalogue: readonly AnyOperation[] = Object.freeze([
  ...laneOperations.map(settlingFirst),
  ...workerOperations.map(settlingFirst),
  ...messageOperations,
  ...reportOperations,
]);
