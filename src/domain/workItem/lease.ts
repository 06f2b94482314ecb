import type { Actor } from '../actor/actor.js';
import { maxLeaseMs } from './workItem.js';
import type { WorkItemRow } from './workItemRow.js';

/** End of each claim by `heartbeatKey`, ms UTC. Stored outside the rows. */
export type HeartbeatIndex = ReadonlyMap<string, number>;

/** Identifies a claim by work item and fencing token; heartbeats of a lost claim have no effect. */
export function heartbeatKey(workItemId: string, token: number): string {
  return `${workItemId}.${token}`;
}

type Claimed = Pick<WorkItemRow, 'id' | 'token' | 'status' | 'lease_until'>;

/** Twice the max lease, for clock differences; a later time was written by a clock set ahead and counts as expired. */
export const furthestLeaseMs = 2 * maxLeaseMs;

/** Null outside in_flight and without a lease. At most `now` if all times are beyond `furthestLeaseMs`. */
export function effectiveLease(row: Claimed, heartbeats: HeartbeatIndex, now: number): number | null {
  if (row.status !== 'in_flight' || row.lease_until === null) return null;
  const own = notTooFar(row.lease_until, now);
  // Most processes see no heartbeats, and lists have many rows.
  const heartbeat = heartbeats.size === 0 ? undefined : heartbeats.get(heartbeatKey(row.id, row.token));
  return heartbeat === undefined ? own : Math.max(own, notTooFar(heartbeat, now));
}

function notTooFar(time: number, now: number): number {
  return time > now + furthestLeaseMs ? now : time;
}

/** True for an in_flight item with an expired lease: the next claim may take it over. */
export function isLeaseExpired(row: Claimed, heartbeats: HeartbeatIndex, now: number): boolean {
  const until = effectiveLease(row, heartbeats, now);
  return until !== null && until <= now;
}

/** Expiry in ms UTC. A person's claim has no lease unless requested. `defaultMs` is the setting. */
export function leaseForClaim(
  role: Actor['role'],
  leaseMs: number | undefined,
  defaultMs: number,
  now: number,
): number | null {
  if (leaseMs !== undefined) return now + leaseMs;
  return role === 'human' ? null : now + defaultMs;
}
