import { reviewChanges } from './reviewChanges.js';
import { reviewCoverage } from './reviewCoverage.js';
import { reviewList } from './reviewList.js';
import { reviewRecord } from './reviewRecord.js';
import { reviewRequestChanges } from './reviewRequestChanges.js';
import { reviewStart } from './reviewStart.js';
import { reviewSubmit } from './reviewSubmit.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const reviewOperations = {
  reviewStart,
  reviewRecord,
  reviewSubmit,
  reviewChanges,
  reviewList,
  reviewCoverage,
  reviewRequestChanges,
};
