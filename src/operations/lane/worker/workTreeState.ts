import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { repairLanes } from '../../../domain/refusal/steps.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { type Message, message } from '../../../messages/message.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';

/** Refuses a worktree with changes, with an operation in progress, on another branch, or gone. */
export async function refuseUnfinished(trees: LaneTrees, lane: LaneRow, again: string): Promise<void> {
  const condition = await trees.condition(lane.worktree_path);
  if (condition === undefined) {
    const gone = message('workers.workTreeGone', { path: lane.worktree_path, lane: laneCalled(lane) });
    throw refusalError('transition_not_allowed', gone, { next: [repairLanes] });
  }
  const { operation, changed, untracked } = condition;
  if (operation !== undefined) {
    throw refused(
      message('tasks.operationInTree', { operation, root: lane.worktree_path }),
      message('workers.finishThen', { act: again }),
    );
  }
  const branch = (await trees.treeAt(lane.worktree_path))?.branch;
  if (branch !== lane.branch) {
    throw refused(
      message('workers.otherBranchInTree', {
        branch: branch ?? message('workers.noBranchHere'),
        path: lane.worktree_path,
        lane: laneCalled(lane),
        other: lane.branch,
      }),
      message('workers.switchThen', { branch: lane.branch, act: again }),
    );
  }
  if (changed + untracked === 0) return;
  throw refused(
    message('workers.uncommitted', { lane: laneCalled(lane), changed, untracked }),
    message('workers.commitThen', { act: again }),
  );
}

function refused(message: Message, hint: Message): RefusalError {
  return refusalError('transition_not_allowed', message, { hint });
}
