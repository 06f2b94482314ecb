import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { Transaction } from '../../store/store.js';

export async function laneAt(transaction: Transaction, directory: string | undefined): Promise<LaneRow | undefined> {
  if (directory === undefined) return undefined;
  const lanes = await transaction.lanes.list(openStatuses);
  return lanes.find(lane => lane.worktree_path === directory);
}
