import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type CloseReason, checkLaneStatus } from '../../domain/lane/laneStatus.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import type { WorkerState } from '../../domain/worker/workerState.js';
import { workerActs } from '../../domain/worker/workerTransition.js';
import { endAttempt } from '../../records/attempt/attempts.js';
import type { Context } from '../../records/context.js';
import { changeLane, laneCalled, laneOf, lostLane, tellOfLane, workerOf } from '../../records/lane/laneAccess.js';
import { closeQuestions } from '../../records/message/closeQuestions.js';
import { settleThread } from '../../records/thread/settleThread.js';
import { moveWorker } from '../../records/worker/workerAccess.js';
import type { Transaction } from '../../store/store.js';

export interface ClosedAs {
  readonly reason: CloseReason;
  readonly note: string | null;
  readonly rescue: string | null;
  /** True if it is reopened next and so keeps its work item. */
  readonly reopens?: boolean | undefined;
  readonly cancelsItem?: boolean | undefined;
}

/** Marks a lane as closed, releases its ports, and cancels an unfinished worker. A merged lane stays merged. */
export async function closeRows(
  context: Context,
  transaction: Transaction,
  laneId: string,
  { reason, note, rescue, reopens = false, cancelsItem }: ClosedAs,
): Promise<LaneRow> {
  const { actor, clock } = context;
  const now = clock.now();
  const lane = await laneOf(transaction, laneId);
  const worker = await workerOf(transaction, laneId);
  // An older backup does not belong to this close.
  const kept = { rescue_ref: rescue };
  const eventPayload = { ...(note === null ? {} : { reason: note }), ...(rescue === null ? {} : { rescue }) };
  const isReviewed = lane.kind === 'review' && reason === 'finished';
  const ends = reason === 'finished' ? 'done' : reopens ? 'retried' : 'cancelled';
  if (worker !== undefined && isReviewed && mayBeCancelled(worker.state)) {
    const done = { ...kept, state: 'COMPLETED', reason: note, state_changed_at: now, changed_by: actor.name } as const;
    if ((await transaction.workers.change(worker, done)) === undefined) throw lostLane(lane);
  } else if (worker !== undefined && mayBeCancelled(worker.state)) {
    await moveWorker(
      context,
      transaction,
      { lane, worker },
      {
        act: 'cancel',
        change: { ...kept, cancelled: 1, reason: note },
        type: 'worker_cancelled',
        payload: eventPayload,
        // Nothing was merged: its item goes back to the queue.
        ends: ends === 'done' ? 'released' : ends,
      },
    );
  } else if (worker !== undefined && rescue !== worker.rescue_ref) {
    const { state_changed_at, changed_by } = worker;
    const changed = await transaction.workers.change(worker, { ...kept, state_changed_at, changed_by });
    if (changed === undefined) throw lostLane(lane);
    const act = { transaction, actor, now };
    if (lane.work_item_id !== null)
      await endAttempt(act, { itemId: lane.work_item_id, laneId }, { reason: ends, backup: rescue });
  }
  const ports = { port_first: null, port_count: 0 };
  const isMerged = lane.status === 'merged';
  if (!isMerged) throwIfRefused(checkLaneStatus(lane, 'closed'));
  const change = isMerged ? ports : { ...ports, status: 'closed' as const, close_reason: reason };
  const closed = await changeLane(transaction, lane, change, now);
  const payload = { from: lane.status, status: closed.status, closeReason: reason, ...eventPayload };
  await tellOfLane(transaction, closed, { actor, now, type: 'lane_closed', payload });
  const act = { transaction, actor, now };
  if (!isMerged && !reopens) await closeQuestions(act, closed);
  if (!isMerged && !reopens && lane.kind === 'implement') {
    const hasFailed = worker?.state === 'FAILED' && worker.cancelled === 0 && reason !== 'cancelled';
    await settleThread(act, lane.work_item_id, {
      place: laneCalled(lane),
      lane: lane.name,
      closed: lane,
      ending: hasFailed ? 'failed' : 'returned',
      reason: worker?.reason ?? null,
      cancelsItem,
    });
  }
  return closed;
}

function mayBeCancelled(state: WorkerState): boolean {
  const from: readonly WorkerState[] = workerActs.cancel.from;
  return from.includes(state);
}
