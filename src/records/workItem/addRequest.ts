import type { z } from 'zod';
import type { Actor } from '../../domain/actor/actor.js';
import type { NewEvent } from '../../domain/event/eventRow.js';
import { newEvent } from '../../domain/event/newEvent.js';
import type { WorkItemRequest } from '../../domain/workItem/newWorkItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { addInput } from './addInput.js';
import { readTime } from './inputTime.js';

/** Converts the input, with its times relative to `now`; refuses an invalid time. */
export function readRequest(input: z.output<typeof addInput>, now: number): WorkItemRequest {
  return {
    title: input.title,
    key: input.id,
    kind: input.kind,
    payload: input.payload,
    priority: input.priority,
    labels: input.labels,
    notBefore: readTime(input.notBefore, 'notBefore', now),
    due: readTime(input.due, 'due', now),
    question: input.question,
    notes: input.notes,
    assignee: input.assignee,
  };
}

/** `imported` is the item's original tracker. */
export function createdEvent(
  actor: Actor,
  row: Pick<WorkItemRow, 'id' | 'created_at' | 'kind' | 'status' | 'title' | 'assignee'>,
  imported?: string,
): NewEvent {
  return newEvent(actor, row.created_at, 'work_item_created', row.id, {
    kind: row.kind,
    status: row.status,
    title: row.title,
    ...(row.assignee === null ? {} : { assignee: row.assignee }),
    ...(imported === undefined ? {} : { imported }),
  });
}
