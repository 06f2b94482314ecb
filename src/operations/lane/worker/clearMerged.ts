import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import type { WorkTree } from '../../../git/workTree.js';
import { say } from '../../../messages/say.js';
import type { Context } from '../../../records/context.js';
import { laneCalled, laneOf } from '../../../records/lane/laneAccess.js';
import { isStoreError } from '../../../store/storeError.js';
import { type ClosedTree, closeLane } from '../closeLane.js';
import { removeBranchOfLane } from '../mergedBranch.js';

export interface ClearedTree {
  readonly closed?: ClosedTree;
  /** Reason why it stays, and the next step. */
  readonly stays?: string;
}

/** Removes a merged lane's worktree, after a backup, and branch, and releases its ports. Only reports failures. */
export async function clearMerged(
  context: Context,
  ports: LanePorts & { readonly workTree: WorkTree },
  laneId: string,
): Promise<ClearedTree> {
  const { lane, isTaken } = await context.store.read(async transaction => {
    const row = await laneOf(transaction, laneId);
    const open = await transaction.lanes.list(openStatuses);
    return { lane: row, isTaken: open.some(({ worktree_path }) => worktree_path === row.worktree_path) };
  });
  if (lane.status !== 'merged' || isTaken) return {};
  const isGone = (await (await ports.trees()).condition(lane.worktree_path)) === undefined;
  if ((isGone || lane.adopted === 1) && lane.port_first === null) {
    await removeBranchOfLane(context, await ports.trees(), lane.id);
    return {};
  }
  const next = `\`lane close ${lane.name}\``;
  if (!isGone && lane.adopted === 0 && ports.workTree.root === lane.worktree_path) {
    const why = `${laneCalled(lane)} keeps its worktree: it is your current folder.`;
    return { stays: `${why} Remove it from elsewhere with ${next}.` };
  }
  try {
    const closing = { lane, reason: 'finished', note: null, leaveTree: false, onlyWork: true } as const;
    const closed = await closeLane(context, ports, closing);
    await removeBranchOfLane(context, await ports.trees(), lane.id);
    return { closed };
  } catch (error) {
    if (isStoreError(error)) throw error;
    const why =
      error instanceof RefusalError ? say(error.refusal.message) : `${laneCalled(lane)} keeps its worktree: ${error}`;
    return { stays: `${why.replace(/[.]?$/, '.')} Then remove it with ${next}.` };
  }
}
