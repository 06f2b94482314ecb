import { formatRef } from '../../../domain/identifier/identifier.js';
import type { Context } from '../../../records/context.js';
import { moveLane } from '../../../records/lane/laneAccess.js';
import { findWorker, moveWorker } from '../../../records/worker/workerAccess.js';
import { holdItem, threadOf } from '../../../records/workItem/threadAccess.js';
import type { Transaction } from '../../../store/store.js';

/** Releases a lane from its worker: branch, worktree and changes stay. The caller holds its item until someone else starts. */
export async function reassignLane(
  context: Context,
  transaction: Transaction,
  laneId: string,
  note: string | null,
): Promise<void> {
  const { actor, clock } = context;
  const found = await findWorker(transaction, laneId);
  await moveWorker(context, transaction, found, {
    act: 'cancel',
    change: { cancelled: 1, reason: note },
    type: 'worker_cancelled',
    payload: { ...(note === null ? {} : { reason: note }), reassigned: true },
    ends: 'reassigned',
  });
  const { lane, worker } = await findWorker(transaction, laneId);
  const attempt = worker.attempt + 1;
  await moveWorker(
    context,
    transaction,
    { lane, worker },
    {
      act: 'retry',
      change: {
        attempt,
        cancelled: 0,
        reason: null,
        submitted_sha: null,
        approved_by: null,
        agent: null,
        harness: null,
        session: null,
      },
      type: 'worker_assigned',
      payload: { attempt },
    },
  );
  if (lane.status !== 'planned') await moveLane(context, transaction, lane, 'active');
  const thread = await threadOf(transaction, lane.work_item_id);
  if (thread === undefined) return;
  const place = formatRef('lane', lane.number);
  await holdItem({ transaction, actor, now: clock.now() }, thread, { name: actor.name, role: actor.role, place });
}
