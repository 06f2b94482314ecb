import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { type Refusal, type RefusalError, refusalError, refuse } from '../../../domain/refusal/refusal.js';
import type { WorkerRow } from '../../../domain/worker/workerRow.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { laneCalled, moveLane } from '../../../records/lane/laneAccess.js';
import { findWorker, moveWorker, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';

/** Submits a commit for review, after undoing an earlier submission: an approval is for one commit. */
export async function submit(
  context: Context,
  transaction: Transaction,
  found: WorkerAndLane,
  commit: string,
): Promise<void> {
  if (found.worker.state === 'IN_REVIEW' && found.worker.submitted_sha === commit) return;
  const open = await takeBack(context, transaction, found);
  await moveWorker(context, transaction, open, {
    act: 'submit',
    change: { submitted_sha: commit, approved_by: null, reason: null },
    type: 'worker_submitted',
    payload: { commit },
  });
  await moveLane(context, transaction, open.lane, 'review');
}

/** Sets a worker in review or approved back to work because its branch differs from the submission. */
export async function takeBack(
  context: Context,
  transaction: Transaction,
  found: WorkerAndLane,
): Promise<WorkerAndLane> {
  const { lane, worker } = found;
  if (worker.state !== 'IN_REVIEW' && worker.state !== 'APPROVED') return found;
  const moved = await moveWorker(context, transaction, found, {
    act: 'requestChanges',
    change: { approved_by: null },
    type: 'worker_sent_back',
    payload: { reason: 'It has changed since it was submitted.' },
  });
  return { lane, worker: moved ?? worker };
}

/** Lets an approval lapse if the branch is at another commit: the worker is in review again. Returns the refusal. */
export async function lapse(context: Context, laneId: string, tip: string): Promise<Refusal> {
  return context.store.transaction(async transaction => {
    const found = await findWorker(transaction, laneId);
    const { lane, worker } = found;
    if (worker.state === 'APPROVED') {
      await moveWorker(context, transaction, await takeBack(context, transaction, found), {
        act: 'submit',
        type: 'worker_submitted',
        // Reported by the checking process, not by the worker.
        payload: { commit: worker.submitted_sha, lapsed: true },
      });
    }
    return movedSince(lane, worker, tip);
  });
}

function movedSince(lane: LaneRow, { submitted_sha: submitted }: WorkerRow, tip: string): Refusal {
  const short = (commit: string | null): string => (commit ?? 'nothing').slice(0, 10);
  return refuse(
    'stale',
    message('workers.submittedMoved', {
      lane: laneCalled(lane),
      submitted: short(submitted),
      branch: lane.branch,
      tip: short(tip),
    }),
    {
      next: [{ operation: 'worker.done', input: { lane: lane.name } }],
      details: { lane: lane.name, submitted, tip },
    },
  );
}

/** Error for a missing branch that was not renamed, with the worktree's current one. */
export async function branchGone(trees: LaneTrees, lane: LaneRow): Promise<RefusalError> {
  const { branch, worktree_path: path } = lane;
  const details = { lane: lane.name, branch };
  const tree = await trees.treeAt(path);
  if (tree === undefined) {
    const gone = message('tasks.branchGone', { branch, task: laneCalled(lane) });
    return refusalError('not_found', gone, { hint: message('workers.branchGoneHint'), details });
  }
  const other = tree.branch ?? message('workers.detachedAt', { commit: (tree.commit ?? '').slice(0, 10) });
  return refusalError(
    'not_found',
    message('workers.branchGoneOther', { branch, lane: laneCalled(lane), path, other }),
    {
      hint: message('workers.branchGoneOtherHint', { branch, path }),
      details: { ...details, worktree: path, current: tree.branch ?? null },
    },
  );
}
