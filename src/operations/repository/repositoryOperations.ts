import { repositoryDashboard } from './repositoryDashboard.js';
import { repositoryDoctor } from './repositoryDoctor.js';
import { repositoryInit } from './repositoryInit.js';
import { repositoryNow } from './repositoryNow.js';
import { repositorySearch } from './repositorySearch.js';
import { repositoryStatus } from './repositoryStatus.js';
import { repositoryTrendRows } from './repositoryTrendRows.js';
import { repositoryTrends } from './repositoryTrends.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const repositoryOperations = {
  repositoryInit,
  repositoryStatus,
  repositoryNow,
  repositoryDashboard,
  repositoryTrends,
  repositoryTrendRows,
  repositorySearch,
  repositoryDoctor,
};
