import type { Provenance } from '../../domain/actor/provenance.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { isStagedSubject } from '../../domain/review/reviewRule.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import type { StoredRun } from '../../records/review/reviewAccess.js';
import type { ReviewSubject } from '../../records/review/reviewSubject.js';
import type { Transaction } from '../../store/store.js';

export async function newRun(
  context: Context,
  transaction: Transaction,
  subject: ReviewSubject,
  more: { task: TaskRow | undefined; key: string | undefined; provenance: Provenance; now: number },
): Promise<StoredRun> {
  return {
    id: context.ids.ulid(more.now),
    number: await transaction.reviewRuns.takeNumbers(1),
    task_id: more.task?.id ?? null,
    key: more.key ?? null,
    subject_path: subject.name,
    subject_kind: subject.kind,
    mode: subject.mode,
    status: 'started',
    verdict: null,
    summary: null,
    covered_files: '[]',
    subject_hash: subject.hash ?? null,
    decision_id: null,
    request_changes: 0,
    ...more.provenance,
    // Staged changes have no commit yet: the run gets the one that used the review.
    commit_sha: isStagedSubject(subject.name) ? null : (subject.commit ?? more.provenance.commit_sha),
    started_at: more.now,
    reviewed_at: null,
    revision: 1,
  };
}

/** The run with this caller's id, if any; refuses a review of something else. */
export async function findRun(
  transaction: Transaction,
  key: string | undefined,
  subject: ReviewSubject,
): Promise<ReviewRunRow | undefined> {
  if (key === undefined) return undefined;
  const row = await transaction.reviewRuns.find({ by: 'key', key });
  if (row === undefined) return undefined;
  if (row.subject_path === subject.name && row.mode === subject.mode) return row;
  const ref = formatRef('reviewRun', row.number);
  throw refusalError(
    'conflict',
    message('reviews.idTaken', { id: key, run: ref, mode: row.mode, subject: row.subject_path }),
    { hint: 'reviews.idTakenHint', details: { run: ref, subject: row.subject_path, mode: row.mode } },
  );
}
