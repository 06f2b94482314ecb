import { isBranchOfTask } from '../../domain/task/taskRef.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { Context } from '../../records/context.js';

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
  if (name === null || name === base || !isBranchOfTask(ref, name)) return undefined;
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
