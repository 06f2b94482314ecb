import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { errorText } from '../../messages/errorText.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { laneCalled, workerOf } from '../../records/lane/laneAccess.js';
import { closeLane, type LaneClosing } from './closeLane.js';

/** Reason with which a review lane ends; with a verdict, more follows. */
const reviewedEnded = 'The lane that it reviews has ended.';

/**
 * Closes the review lanes whose reviewed lane has ended, as done if they gave a verdict. A worktree in use stays until a later call
 * finds it free. Only logs failures.
 */
export async function endReviews(context: Context, ports: LanePorts): Promise<void> {
  for (const { lane, verdict } of await reviewsOfEnded(context)) {
    const note = verdict === undefined ? reviewedEnded : `${reviewedEnded} ${verdict}`;
    const leaveTree = context.workTree?.root === lane.worktree_path;
    const reason = verdict === undefined ? 'cancelled' : 'finished';
    const closing: LaneClosing = { lane, reason, note, leaveTree, onlyWork: true };
    try {
      await closeLane(context, ports, closing).catch(error => {
        if (leaveTree || !(error instanceof RefusalError)) throw error;
        return closeLane(context, ports, { ...closing, leaveTree: true });
      });
    } catch (error) {
      context.log.warn(`${laneCalled(lane)} could not be closed: ${errorText(error)}`);
    }
  }
  await removeLeftTrees(context, ports);
}

/** Removes unchanged worktrees of ended reviews that were in use when the review ended. */
async function removeLeftTrees(context: Context, ports: LanePorts): Promise<void> {
  const ended = await context.store.read(async transaction => {
    const lanes = (await transaction.lanes.list(['closed'])).filter(({ kind }) => kind === 'review');
    const workers = await transaction.workers.ofLanes(lanes.map(({ id }) => id));
    const isLeft = ({ id }: LaneRow) =>
      workers.some(({ lane_id, reason }) => lane_id === id && reason?.startsWith(reviewedEnded) === true);
    return lanes.filter(isLeft);
  });
  if (ended.length === 0) return;
  const trees = await ports.trees();
  const present = await trees.list();
  for (const lane of ended) {
    const { branch, worktree_path: directory } = lane;
    if (!present.some(tree => tree.isThere && tree.directory === directory && tree.branch === branch)) continue;
    if (context.workTree?.root === directory || (await ports.machine.processesIn(directory)).length > 0) continue;
    const request = { lane: lane.name, directory, now: context.clock.now(), ignoredBytes: 0, onlyBare: true };
    try {
      await trees.discard(request);
    } catch (error) {
      context.log.warn(`${directory} could not be removed: ${errorText(error)}`);
    }
  }
}

interface EndedReview {
  readonly lane: LaneRow;
  /** Its agent's last verdict on the reviewed branch: `V-3: passed`; undefined without one. */
  readonly verdict: string | undefined;
}

function reviewsOfEnded({ store }: Context): Promise<EndedReview[]> {
  return store.read(async transaction => {
    const open = await transaction.lanes.list(openStatuses);
    const isReviewed = ({ base_branch: branch }: LaneRow): boolean =>
      open.some(one => one.kind === 'implement' && one.branch === branch);
    const ended: EndedReview[] = [];
    for (const lane of open) {
      if (lane.kind !== 'review' || isReviewed(lane)) continue;
      const since = lane.created_at;
      const agent = (await workerOf(transaction, lane.id))?.agent;
      const runs = await transaction.reviewRuns.ofSubject(lane.base_branch);
      const last = runs.find(
        ({ verdict, reviewed_at: at, branch, actor }) =>
          verdict !== null && (branch === lane.branch || (agent != null && actor === agent && (at ?? 0) >= since)),
      );
      const word = last?.verdict == null ? undefined : say(message(`state.${last.verdict}`));
      ended.push({ lane, verdict: last && word && `${formatRef('reviewRun', last.number)}: ${word}.` });
    }
    return ended;
  });
}
