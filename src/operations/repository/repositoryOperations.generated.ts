// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { repositoryBoard } from './repositoryBoard.js';
import { repositoryDashboard } from './repositoryDashboard.js';
import { repositoryDoctor } from './repositoryDoctor.js';
import { repositoryInit } from './repositoryInit.js';
import { repositoryNow } from './repositoryNow.js';
import { repositorySearch } from './repositorySearch.js';
import { repositoryStatus } from './repositoryStatus.js';
import { repositoryTrendRows } from './repositoryTrendRows.js';
import { repositoryTrends } from './repositoryTrends.js';

export const repositoryOperations = {
  repositoryInit,
  repositoryStatus,
  repositoryNow,
  repositoryDashboard,
  repositoryBoard,
  repositoryTrends,
  repositoryTrendRows,
  repositorySearch,
  repositoryDoctor,
};
