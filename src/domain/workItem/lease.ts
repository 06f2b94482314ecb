import type { Actor } from '../actor/actor.js';
import { maxLeaseMs } from './workItem.js';
import type { WorkItemRow } from './workItemRow.js';

/** Heartbeats, by `beatKey`: until when each claim holds, ms UTC. Kept beside the rows. */
export type HeartbeatIndex = ReadonlyMap<string, number>;

/** A claim's identity: the work item and its fencing token. A beat of a lost claim counts for nothing. */
export function heartbeatKey(workItemId: string, token: number): string {
  return `${workItemId}.${token}`;
}

type Claimed = Pick<WorkItemRow, 'id' | 'token' | 'status' | 'lease_until'>;

/**
 * How far ahead a lease or a heartbeat may reach, in ms: twice the longest lease, because the clocks of two machines may
 * differ. What reaches further was written under a clock set ahead, and counts as run out.
 */
export const furthestLeaseMs = 2 * maxLeaseMs;

/**
 * When the claim runs out, heartbeats counted; null outside in_flight and for a claim that never does. At the latest `now` where
 * all there is reaches further than any lease may.
 */
export function effectiveLease(row: Claimed, heartbeats: HeartbeatIndex, now: number): number | null {
  if (row.status !== 'in_flight' || row.lease_until === null) return null;
  const own = notTooFar(row.lease_until, now);
  // Most processes see no heartbeats at all, and a list has many rows.
  const heartbeat = heartbeats.size === 0 ? undefined : heartbeats.get(heartbeatKey(row.id, row.token));
  return heartbeat === undefined ? own : Math.max(own, notTooFar(heartbeat, now));
}

function notTooFar(time: number, now: number): number {
  return time > now + furthestLeaseMs ? now : time;
}

/** True for an in_flight item whose lease has run out: the next claim may take it over. */
export function isLeaseExpired(row: Claimed, heartbeats: HeartbeatIndex, now: number): boolean {
  const until = effectiveLease(row, heartbeats, now);
  return until !== null && until <= now;
}

/**
 * Until when a new claim holds. A person's never runs out unless they ask for a lease; all others have one.
 * `leaseMs` is the requested lease, `defaultMs` the setting.
 */
export function leaseForClaim(
  role: Actor['role'],
  leaseMs: number | undefined,
  defaultMs: number,
  now: number,
): number | null {
  if (leaseMs !== undefined) return now + leaseMs;
  return role === 'human' ? null : now + defaultMs;
}
