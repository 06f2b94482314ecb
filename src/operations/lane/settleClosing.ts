import type { ClosingIntentLog } from '../../domain/lane/intentLog.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../../records/context.js';
import { forgetReviews } from '../../records/lane/keepReview.js';
import { closeRows } from './closeRows.js';
import { removeMergedBranch } from './mergedBranch.js';
import type { RecoveredIntentLog } from './undoIntentLog.js';

/** Completes a close, or removal of a task's worktree, whose process is gone; restores it without a complete backup. */
export async function settleClosing(
  context: Context,
  ports: LanePorts,
  { lane, laneId, task, closing }: ClosingIntentLog,
): Promise<RecoveredIntentLog> {
  const { directory, reason, note, kept } = closing;
  const trees = await ports.trees();
  const stands = await trees.settleRemoval(directory, kept?.aside);
  const outcome = kept === null ? 'undone' : 'finished';
  if (kept !== null && task === true) {
    const [row] = await context.store.read(transaction => transaction.tasks.ofIds([laneId]));
    if (row !== undefined) await removeMergedBranch(context, trees, row);
  } else if (kept !== null) {
    await context.store.transaction(async transaction => {
      const [row] = await transaction.lanes.ofIds([laneId]);
      // Its rows may have been written before the process ended; a merged lane's released ports show that.
      if (row === undefined || row.status === 'closed' || (row.status === 'merged' && row.port_first === null)) return;
      await closeRows(context, transaction, laneId, { reason, note, rescue: kept.ref });
    });
    await forgetReviews(context, lane);
  }
  await ports.intentLogs.remove(lane);
  const notes = kept === null || kept.ref === null ? [] : [`The files of ${directory} are backed up as ${kept.ref}.`];
  return { lane, outcome, notes: kept !== null && stands ? [...notes, `${directory} still exists.`] : notes };
}
