import type { Context } from '../../../records/context.js';
import type { FinishNote } from '../../../records/gate/finishedBy.js';
import { changeLane, laneCalled, tellOfLane } from '../../../records/lane/laneAccess.js';
import { closeQuestions } from '../../../records/message/closeQuestions.js';
import { settleThread } from '../../../records/thread/settleThread.js';
import { moveWorker, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';
import { freeLanes } from '../laneChain.js';

/** How the work of a lane came into its base. */
export interface MergeMade {
  readonly act: 'merge' | 'mergeElsewhere';
  /** The commit of the base that has it. */
  readonly commit: string;
  /** Whether its worktree and branch are removed next, by the next process where this one ends before: see `clearLeftovers`. */
  readonly takesDown: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
  /** How the lane's task, if it has one, was judged before. */
  readonly finish: FinishNote;
}

/** Writes that a lane is merged, and what follows for its work item; names of the lanes that may start. */
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
