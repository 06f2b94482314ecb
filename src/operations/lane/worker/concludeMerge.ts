import type { Context } from '../../../records/context.js';
import type { FinishNote } from '../../../records/gate/finishedBy.js';
import { changeLane, laneCalled, tellOfLane } from '../../../records/lane/laneAccess.js';
import { closeQuestions } from '../../../records/message/closeQuestions.js';
import { settleThread } from '../../../records/thread/settleThread.js';
import { moveWorker, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';
import { freeLanes } from '../laneChain.js';

export interface MergeMade {
  readonly act: 'merge' | 'mergeElsewhere';
  /** The base's commit that contains it. */
  readonly commit: string;
  /** True if its worktree and branch are removed next; after a crash, by `clearLeftovers`. */
  readonly takesDown: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly finish: FinishNote;
}

/** Marks a lane as merged and updates its item; returns names of lanes that may start. */
export async function concludeMerge(
  context: Context,
  transaction: Transaction,
  found: WorkerAndLane,
  { act, commit, takesDown, payload, finish }: MergeMade,
): Promise<string[]> {
  const { lane } = found;
  const { actor, clock } = context;
  const now = clock.now();
  await moveWorker(context, transaction, found, {
    act,
    change: { reason: null },
    type: 'worker_merged',
    payload: { commit, ...payload, ...(takesDown ? { takesDown } : {}) },
  });
  await changeLane(transaction, lane, { status: 'merged', merged_sha: commit }, now);
  await tellOfLane(transaction, lane, {
    actor,
    now,
    type: 'lane_status_changed',
    payload: { from: lane.status, status: 'merged' },
  });
  const settling = { transaction, actor, now };
  await closeQuestions(settling, lane);
  await settleThread(settling, lane.work_item_id, {
    place: laneCalled(lane),
    ending: 'merged',
    finish: lane.task_id === null ? undefined : finish,
  });
  return (await freeLanes(context, transaction)).map(({ name }) => name);
}
