import { openStatuses } from '../../domain/lane/laneStatus.js';
import { isBranchOfTask } from '../../domain/task/taskRef.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { GitFailure } from '../../git/gitFailure.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { Context } from '../../records/context.js';
import { laneCalled, laneOf, workerOf } from '../../records/lane/laneAccess.js';
import { branchPrefixes } from '../../records/lane/newWork.js';

/** The branch that Stateroom made for a task, as git has it. */
export interface BranchOfTask {
  readonly name: string;
  /** Full id of the commit that it is at. */
  readonly tip: string;
  /** True when its base has that commit, or a lane was merged with it. */
  readonly isMerged: boolean;
}

/** Undefined for a branch that is gone, and for one that a person made, or that other work is on too. */
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

/** The base here or at the remote: a pull request may be merged and fetched without being here. */
async function isInBase({ workTree }: Context, trees: LaneTrees, base: string | null, tip: string): Promise<boolean> {
  for (const place of base === null ? [] : [`refs/heads/${base}`, `refs/remotes/origin/${base}`]) {
    const commit = await workTree?.resolveCommit(place);
    if (commit !== undefined && (await trees.isAncestor(tip, commit))) return true;
  }
  return false;
}

/** What was squashed or rebased into the base is not in it as it is, but the lane says that exactly this was merged. */
async function isRecorded({ store }: Context, branch: string, tip: string): Promise<boolean> {
  return store.read(async transaction => {
    const merged = (await transaction.lanes.list(['merged'])).filter(lane => lane.branch === branch);
    const workers = await transaction.workers.ofLanes(merged.map(({ id }) => id));
    return workers.some(({ submitted_sha }) => submitted_sha === tip);
  });
}

/** Removes the branch of a finished task that is merged and checked out nowhere; its name, or undefined when it stays. */
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

/**
 * Removes the branch of a merged lane once no worktree has it checked out. It stays where it was adopted, has commits that were
 * not merged, or is the branch or the base of a lane or a task that goes on.
 */
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
    // Someone moved or removed it meanwhile. The lane is merged whatever comes of its branch.
    if (!(error instanceof GitFailure)) throw error;
    context.log.warn(`The branch of ${laneCalled(lane)} was not removed: ${error.said}`);
  }
}
