import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { errorText } from '../../messages/errorText.js';
import type { Context } from '../../records/context.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { closeLane, type LaneClosing } from './closeLane.js';

/** Closes the review lanes whose reviewed lane has ended, as `lane close` does; a worktree in use stays. Only logs failures. */
export async function endReviews(context: Context, ports: LanePorts): Promise<void> {
  for (const lane of await reviewsOfEnded(context)) {
    const note = 'The lane that it reviews has ended.';
    const leaveTree = context.workTree?.root === lane.worktree_path;
    const closing: LaneClosing = { lane, reason: 'finished', note, leaveTree, onlyWork: true };
    try {
      await closeLane(context, ports, closing).catch(error => {
        if (leaveTree || !(error instanceof RefusalError)) throw error;
        return closeLane(context, ports, { ...closing, leaveTree: true });
      });
    } catch (error) {
      context.log.warn(`${laneCalled(lane)} could not be closed: ${errorText(error)}`);
    }
  }
}

function reviewsOfEnded({ store }: Context): Promise<LaneRow[]> {
  return store.read(async transaction => {
    const open = await transaction.lanes.list(openStatuses);
    const isReviewed = ({ base_branch: branch }: LaneRow): boolean =>
      open.some(one => one.kind === 'implement' && one.branch === branch);
    return open.filter(lane => lane.kind === 'review' && !isReviewed(lane));
  });
}
