import type { AnyOperation } from '../operation.js';
import { reviewChanges } from './reviewChanges.js';
import { reviewCoverage } from './reviewCoverage.js';
import { reviewList } from './reviewList.js';
import { reviewRecord } from './reviewRecord.js';
import { reviewRequestChanges } from './reviewRequestChanges.js';
import { reviewStart } from './reviewStart.js';
import { reviewSubmit } from './reviewSubmit.js';

/** The operations of this group, in the order in which surfaces list them. */
export const reviewOperations: readonly AnyOperation[] = [
  reviewStart,
  reviewRecord,
  reviewSubmit,
  reviewChanges,
  reviewList,
  reviewCoverage,
  reviewRequestChanges,
];
