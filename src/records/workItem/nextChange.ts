import { effectiveLease, type HeartbeatIndex } from '../../domain/workItem/lease.js';
import type { Transaction } from '../../store/store.js';

/** Time in ms UTC at which an item changes its section, by a lease or not-before, or becomes claimable; undefined for never. */
export async function nextChange(
  transaction: Transaction,
  now: number,
  heartbeats: HeartbeatIndex,
  of: 'section' | 'ready',
): Promise<number | undefined> {
  const times: number[] = [];
  const start = await transaction.workItems.nextNotBefore(now);
  if (start !== undefined) times.push(start);
  for (const claim of await transaction.workItems.leasedClaims()) {
    const until = effectiveLease(claim, heartbeats, now) ?? 0;
    const isBlocked = claim.open_dependencies > 0;
    const free = Math.max(until, claim.not_before ?? 0);
    if (of === 'section' && until > now) times.push(until);
    else if (!isBlocked && free > now) times.push(free);
  }
  return times.length === 0 ? undefined : times.reduce((earliest, time) => Math.min(earliest, time));
}
