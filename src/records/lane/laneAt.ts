import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';

export async function laneAt(transaction: Transaction, directory: string | undefined): Promise<LaneRow | undefined> {
  if (directory === undefined) return undefined;
  const lanes = await transaction.lanes.list(openStatuses);
  return lanes.find(lane => lane.worktree_path === directory);
}

/** The lane that ended in this worktree, whose branch is still checked out; undefined once another lane is there. */
export async function endedLaneAt(
  transaction: Transaction,
  { directory, branch }: { readonly directory: string | undefined; readonly branch: string | undefined },
): Promise<LaneRow | undefined> {
  if (directory === undefined || branch === undefined) return undefined;
  const last = (await transaction.lanes.list()).findLast(lane => lane.worktree_path === directory);
  return last === undefined || openStatuses.includes(last.status) || last.branch !== branch ? undefined : last;
}

/** The lane of the caller's worktree, else the only one whose agent it is. A name that others share is no agent's. */
export async function laneOfCaller(
  transaction: Transaction,
  { actor, workTree, sharesName }: Pick<Context, 'actor' | 'workTree' | 'sharesName'>,
): Promise<LaneRow | undefined> {
  const lanes = await transaction.lanes.list(openStatuses);
  const here = lanes.find(lane => lane.worktree_path === workTree?.root);
  if (here !== undefined || sharesName === true) return here;
  const workers = await transaction.workers.ofLanes(lanes.map(({ id }) => id));
  const own = lanes.filter(({ id }) => workers.some(({ lane_id, agent }) => lane_id === id && agent === actor.name));
  return own.length === 1 ? own[0] : undefined;
}

/** The lane that is reviewed in this worktree; undefined outside of review lanes. */
export async function reviewedLaneAt(
  transaction: Transaction,
  directory: string | undefined,
): Promise<LaneRow | undefined> {
  const lane = await laneAt(transaction, directory);
  if (lane?.kind !== 'review') return undefined;
  const lanes = await transaction.lanes.list(openStatuses);
  return lanes.find(({ kind, branch }) => kind === 'implement' && branch === lane.base_branch);
}
