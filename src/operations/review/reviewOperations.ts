import type { AnyOperation } from '../operation.js';
import { reviewCoverage } from './reviewCoverage.js';
import { reviewList } from './reviewList.js';
import { reviewRecord } from './reviewRecord.js';
import { reviewRequestChanges } from './reviewRequestChanges.js';
import { reviewStart } from './reviewStart.js';

/** The operations of this group, in the order in which surfaces list them. */
export const reviewOperations: readonly AnyOperation[] = [
  reviewStart,
  reviewRecord,
  reviewList,
  reviewCoverage,
  reviewRequestChanges,
];
