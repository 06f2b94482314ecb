import type { Refs } from '../record/column.js';
import { show } from '../record/record.js';
import { isReviewStale } from './countedReview.js';
import { asRecordedBy, type ReviewOrigin } from './reviewOrigin.js';
import type { ReviewRun } from './reviewRun.js';
import { type ReviewRunRow, reviewRunDefinition } from './reviewRunRow.js';

/** `subjectHash` is that of the current subject, undefined if unknown; `origin` the source of an imported run. */
export function presentReviewRun(
  row: Omit<ReviewRunRow, 'repository_id'>,
  subjectHash: string | undefined,
  refs?: Refs,
  origin?: ReviewOrigin,
): ReviewRun {
  return {
    ...show(reviewRunDefinition, asRecordedBy(row, origin), refs),
    stale: isReviewStale(row, subjectHash) ?? null,
    grade: origin?.grade ?? 'observed',
    imported:
      origin === undefined
        ? null
        : { by: origin.by, role: origin.role, at: new Date(origin.at).toISOString(), says: { ...origin.says } },
  };
}
