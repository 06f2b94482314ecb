import { laneOperations } from './lane/laneOperations.js';
import { messageOperations } from './lane/message/messageOperations.js';
import { reportOperations } from './lane/report/reportOperations.js';
import { settlingFirst } from './lane/settlingFirst.js';
import { workerOperations } from './lane/worker/workerOperations.js';
import type { AnyOperation } from './operation.js';

/** Operations on lanes by declaration name: separate, so that a program in a repository without lanes need not load them. */
export const laneDeclarations = {
  ...settlingFirst(laneOperations),
  ...settlingFirst(workerOperations),
  ...messageOperations,
  ...reportOperations,
};

export const laneCatalogue: readonly AnyOperation[] = Object.freeze(Object.values(laneDeclarations));
