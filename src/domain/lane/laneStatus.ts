import { type Message, message } from '../../messages/message.js';
import { formatRef } from '../identifier/identifier.js';
import { type Refusal, refuse } from '../refusal/refusal.js';

export const laneStatuses = ['planned', 'active', 'blocked', 'review', 'merged', 'closed'] as const;
export type LaneStatus = (typeof laneStatuses)[number];

/** Statuses that hold a branch, a worktree and ports. */
export const openStatuses: readonly LaneStatus[] = ['planned', 'active', 'blocked', 'review'];

/** All transitions; restore reopens a closed lane. */
export const laneTransitions: Readonly<Record<LaneStatus, readonly LaneStatus[]>> = {
  planned: ['active', 'closed'],
  active: ['blocked', 'review', 'closed'],
  blocked: ['active', 'closed'],
  review: ['merged', 'active', 'closed'],
  merged: [],
  closed: ['active'],
};

export const closeReasons = ['cancelled', 'finished', 'abandoned', 'stale'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Refuses a transition that is not in the table; keeping the status is allowed. */
export function checkLaneStatus(
  lane: { readonly number: number; readonly name: string; readonly status: LaneStatus },
  to: LaneStatus,
): Refusal | undefined {
  if (lane.status === to || laneTransitions[lane.status].includes(to)) return undefined;
  const ref = formatRef('lane', lane.number);
  return refuse(
    'transition_not_allowed',
    message('lanes.cannotBecome', {
      ref,
      lane: lane.name,
      status: message(`state.${lane.status}`),
      to: message(`state.${to}`),
    }),
    {
      hint:
        lane.status === 'merged'
          ? message('lanes.mergedForGood')
          : message('lanes.canBecome', {
              status: message(`state.${lane.status}`),
              allowed: eitherOf(laneTransitions[lane.status]),
            }),
      details: { lane: ref, status: lane.status, allowed: [...laneTransitions[lane.status]] },
    },
  );
}

function eitherOf(statuses: readonly LaneStatus[]): Message {
  const words = statuses.map((status): Message => message(`state.${status}`));
  return words.reduce((one, other) => message('input.either', { one, other }));
}
