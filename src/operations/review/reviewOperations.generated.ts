// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { reviewChanges } from './reviewChanges.js';
import { reviewCoverage } from './reviewCoverage.js';
import { reviewList } from './reviewList.js';
import { reviewRecord } from './reviewRecord.js';
import { reviewRequestChanges } from './reviewRequestChanges.js';
import { reviewStart } from './reviewStart.js';
import { reviewSubmit } from './reviewSubmit.js';

export const reviewOperations = {
  reviewStart,
  reviewRecord,
  reviewSubmit,
  reviewChanges,
  reviewList,
  reviewCoverage,
  reviewRequestChanges,
};
