import type { Actor } from '../../domain/actor/actor.js';
import type { Provenance } from '../../domain/actor/provenance.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { onRecord, type Refusal, refusalError, refuse } from '../../domain/refusal/refusal.js';
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

/** The caller's review of the same subject that has no verdict yet; with several, the latest. */
export async function openRun(
  transaction: Transaction,
  actor: Actor,
  { name, mode }: ReviewSubject,
): Promise<ReviewRunRow | undefined> {
  const started = await transaction.reviewRuns.list({ subject: name, mode, status: 'started' }, 100);
  return started.find(
    run => checkReviewer(run, actor) === undefined && (run.session === null || run.session === (actor.session ?? null)),
  );
}

/** Brings an open run to the present version of its subject, and to `task` if given; its findings stay with it. */
export async function beginAgain(
  transaction: Transaction,
  run: ReviewRunRow,
  { hash, commit }: ReviewSubject,
  {
    task,
    provenance,
    now,
  }: { readonly task: TaskRow | undefined; readonly provenance: Provenance; readonly now: number },
): Promise<StoredRun> {
  const commit_sha = commit ?? provenance.commit_sha;
  const ofTask = task === undefined ? {} : { task_id: task.id };
  const change = { ...provenance, ...ofTask, commit_sha, subject_hash: hash ?? null, started_at: now };
  const changed = await transaction.reviewRuns.change(run, change);
  if (changed !== undefined) return changed;
  throw refusalError('conflict', message('input.changedMeanwhile', { subject: formatRef('reviewRun', run.number) }), {
    hint: 'input.lookAgain',
  });
}

/** The run that a verdict without a named one ends: see `openRun`. Refuses if its subject has changed since it began. */
export async function runToEnd(
  transaction: Transaction,
  actor: Actor,
  subject: ReviewSubject,
): Promise<ReviewRunRow | undefined> {
  const open = await openRun(transaction, actor, subject);
  if (open === undefined || open.subject_hash === (subject.hash ?? null)) return open;
  const run = formatRef('reviewRun', open.number);
  throw refusalError('stale', message('reviews.movedOn', { branch: subject.name, run }), {
    hint: 'reviews.movedOnHint',
    next: [{ operation: 'review.start', input: { subject: subject.name } }],
    details: { run },
  });
}

/** Refuses a verdict by another reviewer than the run's, in any session. Only a person ends a run that a person started. */
export function checkReviewer(run: ReviewRunRow, actor: Actor): Refusal | undefined {
  const isReviewer = run.actor === actor.name && run.harness === (actor.harness ?? null);
  if (isReviewer && run.role === actor.role) return undefined;
  const ref = formatRef('reviewRun', run.number);
  const text = isReviewer
    ? message('reviews.sameNameOther', { run: ref, actor: run.actor })
    : message('reviews.otherReviewer', { run: ref, actor: run.actor });
  const refusal = refuse('conflict', text, {
    hint: 'reviews.otherReviewerHint',
    details: { run: ref, reviewer: run.actor },
  });
  return run.role === 'human' ? onRecord(refusal, { about: ref, state: run.status, taskId: run.task_id }) : refusal;
}
