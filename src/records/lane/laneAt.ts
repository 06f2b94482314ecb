import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { Transaction } from '../../store/store.js';

/** The open lane whose worktree this folder is; undefined where it is none's. */
export async function laneAt(transaction: Transaction, directory: string | undefined): Promise<LaneRow | undefined> {
  if (directory === undefined) return undefined;
  const lanes = await transaction.lanes.list(openStatuses);
  return lanes.find(lane => lane.worktree_path === directory);
}
