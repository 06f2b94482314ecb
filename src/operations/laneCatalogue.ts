import { laneOperations } from './lane/laneOperations.js';
import { messageOperations } from './lane/message/messageOperations.js';
import { reportOperations } from './lane/report/reportOperations.js';
import { settlingFirst } from './lane/settlingFirst.js';
import { workerOperations } from './lane/worker/workerOperations.js';
import type { AnyOperation } from './operation.js';

/** What one can do with lanes, by the names of the declarations: apart from the rest, because a program whose repository has none need not load it. */
export const laneDeclarations = {
  ...settlingFirst(laneOperations),
  ...settlingFirst(workerOperations),
  ...messageOperations,
  ...reportOperations,
};

export const laneCatalogue: readonly AnyOperation[] = Object.freeze(Object.values(laneDeclarations));
