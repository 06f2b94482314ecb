import { formatRef } from '../../domain/identifier/identifier.js';
import type { ReviewOrigin, ReviewOrigins } from '../../domain/review/reviewOrigin.js';
import type { Transaction } from '../../store/store.js';
import type { ReviewEventRow } from '../../store/tables/eventTable.js';
import { judgedHash } from './judgedHash.js';
import type { StoredRun } from './reviewAccess.js';

type Payload = Readonly<Record<string, unknown>>;

/**
 * Returns the origin of imported runs from the timeline: the last event of a verdict recorded here has the hash of all judged
 * fields. Events of version 0.1.0 have none, so its runs count as imported once they came back from a file. All runs of a task
 * that was never imported are from here.
 */
export async function reviewOrigins(transaction: Transaction, runs: readonly StoredRun[]): Promise<ReviewOrigins> {
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

/** `events` are of the run's task, oldest first. */
function originOf(run: StoredRun, events: readonly ReviewEventRow[]): ReviewOrigin | undefined {
  const imported = events.findLast(({ type }) => type === 'task_imported');
  if (imported?.actor == null || imported.role === null) return undefined;
  const ref = formatRef('reviewRun', run.number);
  const ofRun = events
    .map(event => ({ event, payload: JSON.parse(event.payload) as Payload }))
    .filter(({ payload }) => payload.run === ref);
  const recorded = ofRun.findLast(
    ({ event }) => event.type === 'review_recorded' || event.type === 'changes_requested',
  );
  if (recorded?.payload.judged === judgedHash(run)) return undefined;
  const claimed = ofRun.findLast(({ event }) => event.type === 'review_imported')?.payload.says as
    | ReviewOrigin['says']
    | undefined;
  return {
    grade: imported.role === 'human' ? 'reported' : 'said',
    by: imported.actor,
    role: imported.role,
    at: imported.ts,
    says: { actor: claimed?.actor ?? run.actor, role: claimed?.role ?? run.role },
  };
}
