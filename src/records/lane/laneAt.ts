import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { Transaction } from '../../store/store.js';

/** The name of the open lane whose worktree this folder is; null where it is none's. */
export async function laneAt(transaction: Transaction, directory: string | undefined): Promise<string | null> {
  if (directory === undefined) return null;
  const lanes = await transaction.lanes.list(openStatuses);
  return lanes.find(lane => lane.worktree_path === directory)?.name ?? null;
}
