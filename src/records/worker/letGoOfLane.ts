import type { AttemptEnd } from '../../domain/attempt/attemptRow.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { Transaction } from '../../store/store.js';
import { stopForOthers } from '../agentSession/stopSession.js';
import type { Context } from '../context.js';
import { moveLane } from '../lane/laneAccess.js';
import { findWorker, moveWorker } from './workerAccess.js';

/** Releases a lane from its worker: branch, worktree and changes stay, and its item keeps its holder. An agent that Stateroom runs there is stopped. */
export async function letGoOfLane(
  context: Context,
  transaction: Transaction,
  laneId: string,
  { note, ends, why }: { readonly note: string | null; readonly ends: AttemptEnd; readonly why?: string | undefined },
): Promise<LaneRow> {
  const found = await findWorker(transaction, laneId);
  await moveWorker(context, transaction, found, {
    act: 'cancel',
    change: { cancelled: 1, reason: note },
    type: 'worker_cancelled',
    payload: { ...(note === null ? {} : { reason: note }), reassigned: true },
    ends,
    why,
  });
  await stopForOthers({ transaction, actor: context.actor, now: context.clock.now() }, found.lane);
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
  return lane.status === 'planned' ? lane : moveLane(context, transaction, lane, 'active');
}
