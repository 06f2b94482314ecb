import { type HeartbeatIndex, isLeaseExpired } from '../workItem/lease.js';
import { isTerminal } from '../workItem/workItemStatus.js';
import { holdersOf, type Thread } from './thread.js';

/**
 * Possible in stores of 0.1.0. `notHeld`: live work, but anyone may claim the item. `heldByOther`: someone else has. `notDone`:
 * the work has ended, the item is open. `deadHold`: an agent holds it without lease and live work. `endedWithWork`: it has ended,
 * but work is live.
 */
export const threadProblems = ['notHeld', 'heldByOther', 'notDone', 'deadHold', 'endedWithWork'] as const;
export type ThreadProblem = (typeof threadProblems)[number];

/** Times are ms UTC. */
export interface ThreadTimes {
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  /** Time a person reopened the item: earlier merges and finished tasks do not count. */
  readonly openSince: number;
}

export function threadProblem(thread: Thread, { now, heartbeats, openSince }: ThreadTimes): ThreadProblem | undefined {
  const { item, lanes, tasks } = thread;
  const holders = holdersOf(thread);
  const isHeld = holders.lanes.length + holders.tasks.length > 0;
  if (isTerminal(item.status)) return isHeld ? 'endedWithWork' : undefined;
  if (isHeld && item.status === 'pending') return 'notHeld';
  if (isHeld) {
    // Its holder has released the item for someone else.
    const isReleased = isLeaseExpired(item, heartbeats, now);
    return item.status === 'in_flight' && item.lease_until !== null && !isReleased ? 'heldByOther' : undefined;
  }
  if (item.status === 'waiting_human') return undefined;
  const isMerged = lanes.some(
    ({ lane, worker }) => lane.status === 'merged' && (worker?.state_changed_at ?? lane.updated_at) >= openSince,
  );
  const isFinished = tasks.some(({ status, finished_at }) => status === 'done' && (finished_at ?? 0) >= openSince);
  if (isMerged || isFinished) return 'notDone';
  const isDead = item.status === 'in_flight' && item.owner_role === 'agent' && item.lease_until === null;
  return isDead ? 'deadHold' : undefined;
}
