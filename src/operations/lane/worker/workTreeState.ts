import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { repairLanes } from '../../../domain/refusal/steps.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { type Message, message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { pathList } from '../../gitWords.js';

/** Refuses a worktree with changes, with an operation in progress, on another branch, or gone. */
export async function refuseUnfinished(
  context: Context,
  trees: LaneTrees,
  lane: LaneRow,
  again: string,
): Promise<void> {
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
  const tree = context.workTree?.at(lane.worktree_path);
  const paths = ((await tree?.changes({ documents: true })) ?? []).map(({ path }) => path);
  throw refused(
    message('workers.uncommitted', { lane: laneCalled(lane), paths: pathList(paths) }),
    message('workers.commitThen', { act: again }),
  );
}

function refused(message: Message, hint: Message): RefusalError {
  return refusalError('transition_not_allowed', message, { hint });
}
