import { createQueue } from './0001createQueue.js';
import { createHandoff } from './0002createHandoff.js';
import { createLanes } from './0003createLanes.js';
import { addAssigneeAndParent } from './compatible0001addAssigneeAndParent.js';
import { relaxFindingKeys } from './compatible0002relaxFindingKeys.js';
import { addEffortAndTokens } from './compatible0003addEffortAndTokens.js';
import { addArchives } from './compatible0004addArchives.js';
import { addItemsOfTasks } from './compatible0005addItemsOfTasks.js';
import { addReplies } from './compatible0006addReplies.js';
import { addRuns } from './compatible0007addRuns.js';
import { addIntakePlans } from './compatible0008addIntakePlans.js';
import { countThroughParents } from './compatible0009countThroughParents.js';
import type { Migration } from './migration.js';

/** All steps in order. Released steps never change; add a new one instead. */
export const migrations: readonly Migration[] = [
  createQueue,
  createHandoff,
  createLanes,
  addAssigneeAndParent,
  relaxFindingKeys,
  addEffortAndTokens,
  addArchives,
  addItemsOfTasks,
  addReplies,
  addRuns,
  addIntakePlans,
  countThroughParents,
];
