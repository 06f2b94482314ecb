import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { Transaction } from '../../store/store.js';

export async function laneAt(transaction: Transaction, directory: string | undefined): Promise<LaneRow | undefined> {
  if (directory === undefined) return undefined;
  const lanes = await transaction.lanes.list(openStatuses);
  return lanes.find(lane => lane.worktree_path === directory);
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
