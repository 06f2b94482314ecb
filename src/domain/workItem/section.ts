import { type HeartbeatIndex, isLeaseExpired } from './lease.js';
import type { WorkItemSection } from './workItem.js';
import type { WorkItemRow } from './workItemRow.js';
import { isTerminal } from './workItemStatus.js';

type Placed = Pick<WorkItemRow, 'id' | 'token' | 'status' | 'lease_until' | 'open_dependencies' | 'not_before'>;

/** An expired claim counts as pending, even before that is stored. */
export function sectionOf(row: Placed, heartbeats: HeartbeatIndex, now: number): WorkItemSection {
  if (row.status === 'waiting_human') return 'needs_you';
  if (isTerminal(row.status)) return 'done';
  if (row.status === 'in_flight' && !isLeaseExpired(row, heartbeats, now)) return 'in_flight';
  if (row.open_dependencies > 0) return 'blocked';
  return row.not_before !== null && row.not_before > now ? 'scheduled' : 'ready';
}
