import { openStatuses } from '../../domain/lane/laneStatus.js';
import { isBranchOfTask } from '../../domain/task/taskRef.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { GitFailure } from '../../git/gitFailure.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { Context } from '../../records/context.js';
import { laneCalled, laneOf, workerOf } from '../../records/lane/laneAccess.js';
import { branchPrefixes } from '../../records/lane/newWork.js';

export interface BranchOfTask {
  readonly name: string;
  readonly tip: string;
  /** True if its base contains that commit, or a lane was merged with it. */
  readonly isMerged: boolean;
}

/** Undefined for a missing branch, and for one that a person created or other work uses. */
export async function branchOfTask(
  context: Context,
  trees: LaneTrees,
  { ref, branch: name, base_branch: base }: TaskRow,
): Promise<BranchOfTask | undefined> {
  if (name === null || name === base || !isBranchOfTask(ref, name, await branchPrefixes(context))) return undefined;
  const tip = await trees.branchCommit(name);
  if (tip === undefined) return undefined;
  const isMerged = (await isInBase(context, trees, base, tip)) || (await isRecorded(context, name, tip));
  return { name, tip, isMerged };
}

/** Checks the base here and at the remote: a merged pull request may be only fetched yet. */
async function isInBase({ workTree }: Context, trees: LaneTrees, base: string | null, tip: string): Promise<boolean> {
  for (const place of base === null ? [] : [`refs/heads/${base}`, `refs/remotes/origin/${base}`]) {
    const commit = await workTree?.resolveCommit(place);
    if (commit !== undefined && (await trees.isAncestor(tip, commit))) return true;
  }
  return false;
}

/** A squashed or rebased commit is not in the base, but its lane is recorded as merged. */
async function isRecorded({ store }: Context, branch: string, tip: string): Promise<boolean> {
  return store.read(async transaction => {
    const merged = (await transaction.lanes.list(['merged'])).filter(lane => lane.branch === branch);
    const workers = await transaction.workers.ofLanes(merged.map(({ id }) => id));
    return workers.some(({ submitted_sha }) => submitted_sha === tip);
  });
}

/** Removes a finished task's branch if merged and not checked out; returns its name, or undefined if it stays. */
export async function removeMergedBranch(
  context: Context,
  trees: LaneTrees,
  task: TaskRow,
): Promise<string | undefined> {
  const branch = await branchOfTask(context, trees, task);
  if (branch?.isMerged !== true) return undefined;
  if ((await trees.list()).some(tree => tree.branch === branch.name)) return undefined;
  await trees.removeMerged(branch.name, branch.tip);
  return branch.name;
}

/** Removes a merged lane's branch unless checked out, adopted, unmerged, or the branch or base of an active lane or task. */
export async function removeBranchOfLane(context: Context, trees: LaneTrees, laneId: string): Promise<void> {
  const { lane, submitted, isUsed } = await context.store.read(async transaction => {
    const row = await laneOf(transaction, laneId);
    const worker = await workerOf(transaction, laneId);
    const others = [...(await transaction.lanes.list(openStatuses)), ...(await transaction.tasks.live())];
    return {
      lane: row,
      submitted: worker?.submitted_sha,
      isUsed: others.some(({ branch, base_branch }) => branch === row.branch || base_branch === row.branch),
    };
  });
  if (lane.status !== 'merged' || lane.adopted === 1 || isUsed) return;
  const tip = await trees.branchCommit(lane.branch);
  if (tip === undefined || (tip !== submitted && !(await isInBase(context, trees, lane.base_branch, tip)))) return;
  if ((await trees.list()).some(tree => tree.branch === lane.branch)) return;
  try {
    await trees.removeMerged(lane.branch, tip);
  } catch (error) {
    // Moved or removed concurrently. The lane is merged regardless.
    if (!(error instanceof GitFailure)) throw error;
    context.log.warn(`The branch of ${laneCalled(lane)} was not removed: ${error.said}`);
  }
}
