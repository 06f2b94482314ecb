import { mayBeSameActor } from '../../domain/actor/sameActor.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { Context } from '../../records/context.js';
import { gradedRuns } from '../../records/review/gradedRuns.js';
import type { StoredRun } from '../../records/review/reviewAccess.js';
import { findTask, tellOfTask } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';

/** Start of the next action of a request for changes: `V-3 requests changes: `. */
export function requestPrefix({ number }: Pick<ReviewRunRow, 'number'>): string {
  return `${formatRef('reviewRun', number)} requests changes: `;
}

/** Completes the pending next actions of earlier requests for changes by the reviewer whose `pass` is recorded in `run`. */
export async function settleRequests(context: Context, transaction: Transaction, run: StoredRun): Promise<void> {
  if (run.task_id === null || run.verdict !== 'pass') return;
  const pending = await transaction.nextActions.ofTask(run.task_id, 'pending');
  if (pending.length === 0) return;
  const runs = await gradedRuns(transaction, await transaction.reviewRuns.ofSubject(run.subject_path));
  const pass = runs.find(({ id }) => id === run.id);
  if (pass === undefined) return;
  const own = runs.filter(other => other.request_changes === 1 && mayBeSameActor(other, pass));
  const task = await findTask(transaction, run.task_id);
  const now = context.clock.now();
  for (const row of pending) {
    if (!own.some(request => row.action.startsWith(requestPrefix(request)))) continue;
    const change = { status: 'done', note: `${formatRef('reviewRun', run.number)} passes.` } as const;
    await transaction.nextActions.change(row, { ...change, ended_at: now });
    await tellOfTask({ transaction, actor: context.actor, now }, task, 'next_action_completed', {
      action: formatRef('nextAction', row.number),
      text: row.action,
      ...change,
    });
  }
}
