// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { laneOperations } from './lane/laneOperations.generated.js';
import type { AnyOperation } from './operation.js';
import { retroOperations } from './retro/retroOperations.generated.js';
import { runOperations } from './run/runOperations.generated.js';
import { snapshotOperations } from './snapshot/snapshotOperations.generated.js';

/** Groups that editors load late, in the order in which surfaces list them. */
export const lateGroups: readonly Readonly<Record<string, AnyOperation>>[] = [
  runOperations,
  retroOperations,
  snapshotOperations,
  laneOperations,
];
