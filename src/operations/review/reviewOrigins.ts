import { formatRef } from '../../domain/identifier/identifier.js';
import type { ReviewOrigin, ReviewOrigins } from '../../domain/review/reviewOrigin.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { ReviewEventRow } from '../../store/repository/eventRepository.js';
import type { Transaction } from '../../store/store.js';

type Run = Pick<ReviewRunRow, 'id' | 'number' | 'task_id' | 'status' | 'verdict' | 'reviewed_at' | 'actor' | 'role'>;

type Payload = Readonly<Record<string, unknown>>;

/**
 * Where those of these runs come from that were imported. The timeline tells: a verdict that was recorded here has an event
 * of the same moment by the same actor. Of a task that was never imported, all runs were recorded here.
 */
export async function reviewOrigins(transaction: Transaction, runs: readonly Run[]): Promise<ReviewOrigins> {
  const origins = new Map<string, ReviewOrigin>();
  const recorded = runs.filter(({ status, task_id }) => status === 'recorded' && task_id !== null);
  const taskIds = [...new Set(recorded.flatMap(({ task_id }) => task_id ?? []))];
  if (taskIds.length === 0) return origins;
  const events = await transaction.events.ofReviews(taskIds);
  for (const run of recorded) {
    const ofTask = events.filter(({ task_id }) => task_id === run.task_id);
    const origin = originOf(run, ofTask);
    if (origin !== undefined) origins.set(run.id, origin);
  }
  return origins;
}

/** `events` are those of the run's task, the oldest first. */
function originOf(run: Run, events: readonly ReviewEventRow[]): ReviewOrigin | undefined {
  const imported = events.findLast(({ type }) => type === 'task_imported');
  if (imported?.actor == null || imported.role === null) return undefined;
  const ref = formatRef('reviewRun', run.number);
  const ofRun = events
    .map(event => ({ event, payload: JSON.parse(event.payload) as Payload }))
    .filter(({ payload }) => payload.run === ref);
  if (ofRun.some(({ event, payload }) => isRecording(event, payload, run))) return undefined;
  const told = ofRun.findLast(({ event }) => event.type === 'review_imported')?.payload.says as
    | ReviewOrigin['says']
    | undefined;
  return {
    grade: imported.role === 'human' ? 'reported' : 'said',
    by: imported.actor,
    role: imported.role,
    at: imported.ts,
    says: { actor: told?.actor ?? run.actor, role: told?.role ?? run.role },
  };
}

/** True for the event that was written with the verdict of this run. */
function isRecording({ type, ts, actor, role }: ReviewEventRow, { verdict }: Payload, run: Run): boolean {
  if (ts !== run.reviewed_at || actor !== run.actor || role !== run.role) return false;
  return type === 'review_recorded' ? verdict === run.verdict : type === 'changes_requested' && run.verdict === 'fail';
}
