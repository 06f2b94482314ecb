// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { createQueue } from './0001createQueue.js';
import { createHandoff } from './0002createHandoff.js';
import { createLanes } from './0003createLanes.js';
import { addAssigneeAndParent } from './0004addAssigneeAndParent.js';
import { relaxFindingKeys } from './0005relaxFindingKeys.js';
import { addEffortAndTokens } from './0006addEffortAndTokens.js';
import { addArchives } from './0007addArchives.js';
import { addItemsOfTasks } from './0008addItemsOfTasks.js';
import { addReplies } from './0009addReplies.js';
import { addRuns } from './0010addRuns.js';
import { addIntakePlans } from './0011addIntakePlans.js';
import { countThroughParents } from './0012countThroughParents.js';
import { addAttempts } from './0013addAttempts.js';
import { addQuestions } from './0014addQuestions.js';
import { addAgentSessions } from './0015addAgentSessions.js';
import { addControlShifts } from './0016addControlShifts.js';
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
  addAttempts,
  addQuestions,
  addAgentSessions,
  addControlShifts,
];
