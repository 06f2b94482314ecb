import { presentProvenance } from '../actor/provenance.js';
import { formatRef } from '../identifier/identifier.js';
import { isReviewStale } from './countedReview.js';
import { asRecordedBy, type ReviewOrigin } from './reviewOrigin.js';
import type { ReviewRun } from './reviewRun.js';
import type { ReviewRunRow } from './reviewRunRow.js';

/**
 * A stored review run as every surface shows it. `subjectHash` is that of its subject now, undefined when it cannot be
 * told; `refs` gives the refs of other entities by ULID (`T-3`, `D-7`); `origin` says where an imported one comes from.
 */
export function presentReviewRun(
  row: Omit<ReviewRunRow, 'repository_id'>,
  subjectHash: string | undefined,
  refs: ReadonlyMap<string, string> = new Map(),
  origin?: ReviewOrigin,
): ReviewRun {
  const refOf = (id: string | null): string | null => (id === null ? null : (refs.get(id) ?? null));
  return {
    ref: formatRef('reviewRun', row.number),
    id: row.id,
    key: row.key,
    task: refOf(row.task_id),
    subject: row.subject_path,
    subjectKind: row.subject_kind,
    mode: row.mode,
    status: row.status,
    verdict: row.verdict,
    summary: row.summary,
    coveredFiles: row.covered_files === '[]' ? [] : (JSON.parse(row.covered_files) as string[]),
    subjectHash: row.subject_hash,
    stale: isReviewStale(row, subjectHash) ?? null,
    decision: refOf(row.decision_id),
    requestChanges: row.request_changes === 1,
    grade: origin?.grade ?? 'observed',
    imported:
      origin === undefined
        ? null
        : { by: origin.by, role: origin.role, at: new Date(origin.at).toISOString(), says: { ...origin.says } },
    ...presentProvenance(asRecordedBy(row, origin)),
    startedAt: new Date(row.started_at).toISOString(),
    reviewedAt: row.reviewed_at === null ? null : new Date(row.reviewed_at).toISOString(),
    revision: row.revision,
  };
}
