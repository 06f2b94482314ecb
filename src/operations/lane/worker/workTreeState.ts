import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { RefusalError, refuse } from '../../../domain/refusal/refusal.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';

/** Refuses a work tree that is not as the lane's branch is: with changes, in the middle of something, elsewhere, or gone. */
export async function refuseUnfinished(trees: LaneTrees, lane: LaneRow, again: string): Promise<void> {
  const condition = await trees.condition(lane.worktree_path);
  if (condition === undefined) {
    throw refused(
      `${lane.worktree_path}, the work tree of ${laneCalled(lane)}, is not there.`,
      'Bring it back with `lane repair`.',
    );
  }
  const { operation, changed, untracked } = condition;
  if (operation !== undefined) {
    throw refused(`A ${operation} is in progress in ${lane.worktree_path}.`, `Finish it, then ${again} again.`);
  }
  const branch = (await trees.treeAt(lane.worktree_path))?.branch;
  if (branch !== lane.branch) {
    throw refused(
      `${branch ?? 'No branch'} is checked out in ${lane.worktree_path}, and ${laneCalled(lane)} works on ${lane.branch}.`,
      `Switch to ${lane.branch} there, then ${again} again.`,
    );
  }
  if (changed + untracked === 0) return;
  throw refused(
    `${laneCalled(lane)} holds changes that are not committed: ${changed} changed, ${untracked} new files.`,
    `Commit them, then ${again} again.`,
  );
}

function refused(message: string, hint: string): RefusalError {
  return new RefusalError(refuse('transition_not_allowed', message, { hint }));
}
