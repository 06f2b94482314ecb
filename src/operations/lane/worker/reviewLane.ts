import { maxLaneNameLength } from '../../../domain/lane/laneName.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { listLanes } from '../../../domain/refusal/steps.js';
import { message } from '../../../messages/message.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { freeName } from '../../../records/placeRows.js';
import { endedReview } from '../../../records/review/reviewSubject.js';
import type { Transaction } from '../../../store/store.js';
import type { LaneSubject } from '../planLane.js';

/**
 * Plans a lane to review another one: its own branch at that lane's head, without item and task. Returns the live one, if any.
 * Refuses without a live lane to review.
 */
export async function planReviewLane(
  transaction: Transaction,
  { lane: reviewed }: LaneSubject,
  named: string,
): Promise<LaneSubject & { readonly base: string }> {
  if (reviewed === undefined || reviewed.kind === 'review' || !openStatuses.includes(reviewed.status)) {
    throw refusalError('not_found', message('workers.nothingToReview', { lane: named.slice(0, 80) }), {
      next: [listLanes],
    });
  }
  const base = reviewed.branch;
  const unbound = { description: `Review of ${laneCalled(reviewed)}`, taskId: null, workItemId: null, base };
  const lanes = await transaction.lanes.list();
  const live = lanes.find(
    ({ kind, base_branch, status }) => kind === 'review' && base_branch === base && openStatuses.includes(status),
  );
  if (live !== undefined) return { ...unbound, name: live.name, branch: live.branch, lane: live };
  const wanted = `${reviewed.name}-review`.slice(0, maxLaneNameLength);
  const name = await freeName(wanted, maxLaneNameLength, async one => lanes.some(lane => lane.name === one));
  return { ...unbound, name, branch: `review/${name}`, lane: undefined };
}

export function refuseFromReview(lane: LaneRow): void {
  if (lane.kind !== 'review') return;
  if (!openStatuses.includes(lane.status)) throw endedReview(lane);
  throw refusalError('transition_not_allowed', message('workers.isForReview', { lane: laneCalled(lane) }), {
    hint: 'workers.isForReviewHint',
  });
}
