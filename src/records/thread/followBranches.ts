import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { renamedBranch } from '../../git/lane/renamedBranch.js';
import { errorText } from '../../messages/errorText.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { changeLane, tellOfLane } from '../lane/laneAccess.js';
import { writeKit } from '../lane/writeKit.js';
import { changeTask } from '../task/taskAccess.js';

/**
 * Follows branches renamed in worktrees of open lanes, or in `directory`, for the lane, its task, and everything based on the
 * branch. Not for a name of another lane or task, or a base: `branchGone` reports those. Never fails.
 */
export async function followBranches(context: Context, directory?: string): Promise<void> {
  const { lanes: ports, store, log, workTree } = context;
  if (ports === undefined || workTree === undefined) return;
  try {
    if ((await store.health()).state !== 'ready') return;
    const open = await store.read(transaction => transaction.lanes.list(openStatuses));
    for (const lane of open) {
      if (directory !== undefined && lane.worktree_path !== directory) continue;
      const branch = await renamedBranch(workTree.commonDir, lane.worktree_path, lane.branch);
      if (branch === undefined) continue;
      const followed = await store.transaction(transaction => follow(context, transaction, lane, branch));
      if (followed !== undefined) await writeKit(await ports.trees(), followed);
    }
  } catch (error) {
    log.debug(`The renamed branch of a lane could not be recorded: ${errorText(error)}`);
  }
}

/** For the lane of the caller's worktree, before any other operation. */
export async function followOwnBranch(context: Context): Promise<void> {
  const { workTree } = context;
  if (workTree !== undefined && workTree.gitDir !== workTree.commonDir) await followBranches(context, workTree.root);
}

async function follow(
  { actor, clock }: Context,
  transaction: Transaction,
  { id, branch: from }: LaneRow,
  branch: string,
): Promise<LaneRow | undefined> {
  const [lanes, tasks] = [await transaction.lanes.list(openStatuses), await transaction.tasks.live()];
  const lane = lanes.find(one => one.id === id && one.branch === from);
  const others = [...lanes.filter(one => one.id !== id), ...tasks.filter(task => task.id !== lane?.task_id)];
  const isOthers =
    [...lanes, ...tasks].some(one => one.base_branch === branch) || others.some(one => one.branch === branch);
  if (lane === undefined || isOthers) return undefined;
  const now = clock.now();
  const renamed = await changeLane(transaction, lane, { branch }, now);
  const payload = { fields: ['branch'], from, branch };
  await tellOfLane(transaction, renamed, { actor, now, type: 'lane_updated', payload });
  for (const other of lanes) {
    if (other.base_branch !== from) continue;
    const based = await changeLane(transaction, other, { base_branch: branch }, now);
    await tellOfLane(transaction, based, { actor, now, type: 'lane_updated', payload: { fields: ['base'] } });
  }
  for (const task of tasks) {
    const change = {
      ...(task.id === lane.task_id && task.branch === from ? { branch } : {}),
      ...(task.base_branch === from ? { base_branch: branch } : {}),
    };
    const fields = Object.keys(change).map(column => (column === 'branch' ? column : 'base'));
    if (fields.length > 0) await changeTask({ transaction, actor, now }, task, change, 'task_updated', { fields });
  }
  return renamed;
}
