import type { ClosingIntentLog } from '../../domain/lane/intentLog.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { GitFailure } from '../../git/gitFailure.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { WorkTree } from '../../git/workTree.js';
import { errorText } from '../../messages/errorText.js';
import { type Message, message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import type { TakenDown } from '../../records/task/takenDown.js';
import { closeUnderIntent } from './closeUnderIntent.js';
import { errorOutput } from './errorOutput.js';
import { keptIgnored } from './keptIgnored.js';
import { branchOfTask, removeMergedBranch } from './mergedBranch.js';

type Ports = LanePorts & { readonly workTree: WorkTree };

export interface TakeDownPlan {
  readonly worktree: string | null;
  readonly branch: string | null;
  /** Reason why both stay; null if they can be removed. */
  readonly why: Message | null;
}

const nothing = { worktree: null, branch: null } as const;

/** Plans the removal of a finished task's worktree and merged branch, if Stateroom created them, by name and place. */
export async function planTakeDown(context: Context, ports: Ports, task: TaskRow): Promise<TakeDownPlan> {
  const trees = await ports.trees();
  const branch = await branchOfTask(context, trees, task);
  if (branch === undefined) return { ...nothing, why: null };
  const tree = (await trees.list()).find(one => one.branch === branch.name);
  const plan = { worktree: tree?.directory ?? null, branch: branch.name };
  if (!branch.isMerged) {
    return { ...plan, why: message('tasks.branchNotMerged', { branch: branch.name, base: String(task.base_branch) }) };
  }
  if (tree === undefined) return { ...plan, why: null };
  const { directory } = tree;
  if (directory !== (await trees.placeOf(task.ref))) {
    return { ...plan, worktree: null, why: message('tasks.branchCheckedOut', { branch: branch.name, directory }) };
  }
  return { ...plan, why: (await whyTreeStays(context, ports, trees, directory)) ?? null };
}

async function whyTreeStays(
  { store }: Context,
  { machine, workTree }: Ports,
  trees: LaneTrees,
  directory: string,
): Promise<Message | undefined> {
  if (workTree.root === directory) return message('tasks.treeIsYours', { directory });
  const lanes = await store.read(transaction => transaction.lanes.list(openStatuses));
  const lane = lanes.find(({ worktree_path }) => worktree_path === directory);
  if (lane !== undefined) return message('tasks.treeOfLane', { directory, lane: lane.name });
  const condition = await trees.condition(directory);
  if (condition?.locked !== undefined) return message('tasks.treeLocked', { directory });
  if (condition === undefined && (await trees.holdsLooseFiles(directory))) {
    return message('tasks.treeWithoutGit', { directory });
  }
  const [process] = await machine.processesIn(directory);
  return process && message('tasks.processInTree', { directory, pid: process.pid, program: process.program });
}

/** Removes a finished task's worktree, after a backup, and merged branch. Never forced: the rest stays, with the reason. */
export async function takeDown(context: Context, ports: Ports, task: TaskRow): Promise<TakenDown> {
  const trees = await ports.trees();
  await mendGitFile(trees, task);
  const { worktree, branch, why } = await planTakeDown(context, ports, task);
  if (why !== null) return { removed: nothing, kept: { worktree, branch, why }, rescue: null };
  try {
    if (worktree !== null) return await removeBoth(context, ports, { task, trees, worktree });
    const gone = await removeMergedBranch(context, trees, task);
    return { removed: { worktree: null, branch: gone ?? null }, kept: null, rescue: null };
  } catch (error) {
    const reason = reasonOf(error as Error);
    if (reason === undefined) throw error;
    return { removed: nothing, kept: { worktree, branch, why: reason }, rescue: null };
  }
}

/** Max finished tasks checked, last changed first. */
const lookedAt = 1000;

/** Removes worktrees and branches of finished tasks merged since, if git has all content. `task gc` does the rest. */
export async function takeDownMerged(context: Context, ports: Ports): Promise<void> {
  const trees = await ports.trees();
  const tasks = await context.store.read(transaction => transaction.tasks.list({ status: 'done' }, lookedAt));
  for (const task of tasks) {
    const { worktree, branch, why } = await planTakeDown(context, ports, task);
    if (branch === null || why !== null) continue;
    if (worktree === null || (await trees.isBare(worktree))) await takeDown(context, ports, task);
  }
}

/** Restores a lost `.git` file of a worktree that git knows. */
async function mendGitFile(trees: LaneTrees, { ref }: TaskRow): Promise<void> {
  const place = await trees.placeOf(ref);
  if (place !== undefined) await trees.mendGitFile(place);
}

interface Removal {
  readonly task: TaskRow;
  readonly trees: LaneTrees;
  readonly worktree: string;
}

async function removeBoth(context: Context, ports: Ports, { task, trees, worktree }: Removal): Promise<TakenDown> {
  const intentLog: ClosingIntentLog = {
    version: 1,
    lane: task.ref,
    laneId: task.id,
    task: true,
    startedAt: context.clock.now(),
    process: ports.machine.identity(),
    abandoned: false,
    closing: { directory: worktree, reason: 'finished', note: null, kept: null },
  };
  return closeUnderIntent(context, ports, intentLog, {
    async close(noteLoss) {
      const answer = await trees.discard({
        lane: task.ref,
        directory: worktree,
        now: context.clock.now(),
        ignoredBytes: await keptIgnored(context),
        beforeLoss: (rescue, aside) => noteLoss({ ref: rescue?.ref ?? null, aside }),
      });
      if (answer.outcome === 'refused') {
        return { removed: nothing, kept: { worktree, branch: task.branch, why: answer.said }, rescue: null };
      }
      const branch = (await removeMergedBranch(context, trees, task)) ?? null;
      return {
        removed: { worktree, branch },
        kept: null,
        rescue: answer.outcome === 'removed' ? answer.rescue.ref : null,
      };
    },
    failure: error => error,
  });
}

/** Reason for an expected failure (git, disk, other process); undefined for bugs. */
function reasonOf(error: Error): Message | undefined {
  if (error instanceof RefusalError) return error.refusal.message;
  if (error instanceof GitFailure) return message('git.refused', { said: errorOutput(error) });
  return 'syscall' in error ? message('git.refused', { said: errorText(error) }) : undefined;
}
