import type { Actor } from '../actor/actor.js';
import { jsonText } from '../json/writtenJson.js';
import { distinctLabels } from './labels.js';
import { noDue } from './queueOrder.js';
import { defaultKind, defaultPriority } from './workItem.js';
import type { WorkItemRow } from './workItemRow.js';

/** A checked request for a new work item; times are ms UTC. */
export interface WorkItemRequest {
  readonly title: string;
  readonly key?: string | undefined;
  readonly kind?: string | undefined;
  readonly payload?: unknown;
  readonly priority?: number | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly notBefore?: number | undefined;
  readonly due?: number | undefined;
  readonly question?: string | undefined;
  readonly notes?: string | undefined;
  readonly assignee?: string | undefined;
}

/** Builds the row of a new work item: pending, or waiting for a person if it has a question. */
export function newWorkItem(
  request: WorkItemRequest,
  made: {
    id: string;
    number: number;
    now: number;
    actor: Actor;
    openDependencies: number;
    parentId?: string | undefined;
  },
): Omit<WorkItemRow, 'repository_id'> {
  return {
    id: made.id,
    number: made.number,
    key: request.key ?? null,
    title: request.title,
    kind: request.kind ?? defaultKind,
    status: request.question === undefined ? 'pending' : 'waiting_human',
    priority: request.priority ?? defaultPriority,
    rank: 0,
    payload: jsonText(request.payload ?? null),
    labels: labelText(request.labels ?? []),
    owner: null,
    owner_role: null,
    token: 0,
    lease_until: null,
    not_before: request.notBefore ?? null,
    due_at: request.due ?? null,
    due_sort: request.due ?? noDue,
    open_dependencies: made.openDependencies,
    question: request.question ?? null,
    answer: null,
    notes: request.notes === undefined || request.notes === '' ? null : request.notes,
    queued_by: made.actor.name,
    claimed_at: null,
    resolved_at: null,
    created_at: made.now,
    updated_at: made.now,
    revision: 1,
    assignee: request.assignee || null,
    parent_id: made.parentId ?? null,
    task_id: null,
    questions: null,
  };
}

export function labelText(labels: readonly string[]): string {
  return JSON.stringify(distinctLabels(labels));
}
