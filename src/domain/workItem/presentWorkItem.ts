import { formatRef } from '../identifier/identifier.js';
import { effectiveLease, type HeartbeatIndex } from './lease.js';
import { readNotes } from './notes.js';
import { sectionOf } from './section.js';
import type { WorkItem } from './workItem.js';
import type { DependencyRow, WorkItemRow } from './workItemRow.js';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** A stored work item as every surface shows it at `now`; `dependencies` are this item's, in the order to show. */
export function presentWorkItem(
  row: Omit<WorkItemRow, 'repository_id'>,
  dependencies: readonly DependencyRow[],
  heartbeats: HeartbeatIndex,
  now: number,
): WorkItem {
  const lease = effectiveLease(row, heartbeats, now);
  return {
    ref: formatRef('workItem', row.number),
    id: row.id,
    key: row.key,
    title: row.title,
    kind: row.kind,
    status: row.status,
    section: sectionOf(row, heartbeats, now),
    priority: row.priority,
    rank: row.rank,
    labels: row.labels === '[]' ? [] : (JSON.parse(row.labels) as string[]),
    payload: row.payload === 'null' ? null : (JSON.parse(row.payload) as WorkItem['payload']),
    owner: row.owner,
    ownerRole: row.owner_role,
    token: row.token,
    leaseUntil: iso(lease),
    leaseExpired: lease !== null && lease <= now,
    notBefore: iso(row.not_before),
    due: iso(row.due_at),
    dependsOn: dependencies.map(dependency => formatRef('workItem', dependency.number)),
    blockedBy: dependencies
      .filter(dependency => dependency.status !== 'done')
      .map(dependency => ({ ref: formatRef('workItem', dependency.number), status: dependency.status })),
    question: row.question,
    answer: row.answer,
    notes: readNotes(row.notes) as WorkItem['notes'],
    queuedBy: row.queued_by,
    claimedAt: iso(row.claimed_at),
    resolvedAt: iso(row.resolved_at),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    revision: row.revision,
  };
}
