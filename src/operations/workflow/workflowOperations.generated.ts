// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { ritualBrief } from './ritualBrief.js';

export const workflowOperations = {
  ritualBrief,
};
