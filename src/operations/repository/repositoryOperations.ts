import type { AnyOperation } from '../operation.js';
import { repositoryDashboard } from './repositoryDashboard.js';
import { repositoryInit } from './repositoryInit.js';
import { repositoryNow } from './repositoryNow.js';
import { repositoryStatus } from './repositoryStatus.js';
import { repositoryTrendRows } from './repositoryTrendRows.js';
import { repositoryTrends } from './repositoryTrends.js';

/** The operations of this group, in the order in which surfaces list them. */
export const repositoryOperations: readonly AnyOperation[] = [
  repositoryInit,
  repositoryStatus,
  repositoryNow,
  repositoryDashboard,
  repositoryTrends,
  repositoryTrendRows,
];
