import { parseIdentifier } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { presentReviewRun } from '../../domain/review/presentReviewRun.js';
import { isStagedSubject } from '../../domain/review/reviewRule.js';
import type { ReviewRun } from '../../domain/review/reviewRun.js';
import { type ReviewRunRow, reviewRunDefinition } from '../../domain/review/reviewRunRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { refsOf } from '../showRows.js';
import { resolveTask, resolveTaskOrNone, type TaskPlace, taskOfLane, tasksAt } from '../task/taskAccess.js';
import { reviewOrigins } from './reviewOrigins.js';
import type { ReviewSubject } from './reviewSubject.js';

export type StoredRun = Omit<ReviewRunRow, 'repository_id'>;

export async function findReviewRun(transaction: Transaction, text: string): Promise<ReviewRunRow> {
  const row = await transaction.reviewRuns.find(parseIdentifier('reviewRun', text));
  if (row !== undefined) return row;
  throw refusalError('not_found', message('reviews.unknown', { run: text.trim().slice(0, 80) }), {
    next: [{ operation: 'review.list', input: {} }],
    details: { run: text },
  });
}

/**
 * Resolves a review's task: named, else active on the branch, else of its lane, else of the plan, else of this place. A document, and a
 * lane without a task, have none.
 */
export async function taskOfSubject(
  transaction: Transaction,
  place: TaskPlace,
  named: string | undefined,
  subject: ReviewSubject,
): Promise<TaskRow | undefined> {
  if (named !== undefined) return resolveTask(transaction, place, named);
  if (subject.kind === 'branch') {
    // The branch determines the task, regardless of its holder.
    const [task, ...others] = tasksAt(await transaction.tasks.live(), { directory: undefined, branch: subject.name });
    if (task !== undefined && others.length === 0) return task;
    // A lane's task or none, also of one that has ended, never that of the reviewer.
    const lane = (await transaction.lanes.list()).findLast(({ branch }) => branch === subject.name);
    if (lane !== undefined) return taskOfLane(transaction, lane);
    return resolveTask(transaction, { ...place, branch: subject.name }, undefined);
  }
  if (isStagedSubject(subject.name)) return undefined;
  const plan = await transaction.plans.find({ by: 'key', key: subject.name });
  if (plan?.task_id) return (await transaction.tasks.ofIds([plan.task_id]))[0];
  return resolveTaskOrNone(transaction, place, undefined);
}

/** Presents review runs; `hashes` are their subjects' current ones, by the runs' ULIDs. */
export async function presentRuns(
  transaction: Transaction,
  rows: readonly StoredRun[],
  hashes: ReadonlyMap<string, string>,
): Promise<ReviewRun[]> {
  const refs = await refsOf(transaction, reviewRunDefinition, rows);
  const origins = await reviewOrigins(transaction, rows);
  return rows.map(row => presentReviewRun(row, hashes.get(row.id), refs, origins.get(row.id)));
}

export async function presentOneRun(
  transaction: Transaction,
  row: StoredRun,
  hash: string | undefined,
): Promise<ReviewRun> {
  const [run] = await presentRuns(transaction, [row], new Map(hash === undefined ? [] : [[row.id, hash]]));
  if (run === undefined) throw new Error(`V-${row.number} could not be shown.`);
  return run;
}
