import { formatRef } from '../identifier/identifier.js';
import type { Refs } from '../record/column.js';
import { show } from '../record/record.js';
import { effectiveLease, type HeartbeatIndex } from './lease.js';
import { readNotes } from './notes.js';
import { presentQuestions } from './question.js';
import { sectionOf } from './section.js';
import type { WorkItem } from './workItem.js';
import { type DependencyRow, type WorkItemRow, workItemDefinition } from './workItemRow.js';

/** `dependencies` are all, in display order; `parents` has the parent's ref. */
export function presentWorkItem(
  row: Omit<WorkItemRow, 'repository_id'>,
  dependencies: readonly DependencyRow[],
  heartbeats: HeartbeatIndex,
  now: number,
  parents?: Refs,
): WorkItem {
  const lease = effectiveLease(row, heartbeats, now);
  return {
    ...show(workItemDefinition, row, parents),
    section: sectionOf(row, heartbeats, now),
    leaseUntil: lease === null ? null : new Date(lease).toISOString(),
    leaseExpired: lease !== null && lease <= now,
    dependsOn: dependencies
      .filter(({ through }) => through === undefined)
      .map(dependency => formatRef('workItem', dependency.number)),
    blockedBy: dependencies
      .filter(dependency => dependency.status !== 'done')
      .map(({ number, status, through }) => ({
        ref: formatRef('workItem', number),
        status,
        ...(through === undefined ? {} : { through: formatRef('workItem', through.number) }),
      })),
    notes: readNotes(row.notes) as WorkItem['notes'],
    questions: presentQuestions(row),
  };
}
