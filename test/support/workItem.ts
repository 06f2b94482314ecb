import type { WorkItem } from '../../src/domain/workItem/workItem.js';

/** A ready work item of noon, 21 November 2026 UTC, with these changes. */
export function workItem(number: number, changes: Partial<WorkItem> = {}): WorkItem {
  return {
    ref: `W-${number}`,
    id: `id-${number}`,
    key: null,
    title: `Title ${number}`,
    kind: 'general',
    status: 'pending',
    section: 'ready',
    priority: 2,
    rank: 0,
    labels: [],
    payload: null,
    owner: null,
    ownerRole: null,
    token: 0,
    leaseUntil: null,
    leaseExpired: false,
    notBefore: null,
    due: null,
    dependsOn: [],
    blockedBy: [],
    question: null,
    answer: null,
    notes: null,
    queuedBy: null,
    claimedAt: null,
    resolvedAt: null,
    assignee: null,
    parent: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    revision: 1,
    ...changes,
  };
}
