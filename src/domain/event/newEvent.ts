import type { Actor } from '../actor/actor.js';
import { authorOf } from '../actor/author.js';
import { jsonText } from '../json/writtenJson.js';
import type { NewEvent } from './eventRow.js';

/** Builds an event; `workItemId` and `taskId` are ULIDs, null for none. */
export function newEvent(
  actor: Actor,
  now: number,
  type: string,
  workItemId: string | null,
  payload: Readonly<Record<string, unknown>>,
  taskId: string | null = null,
): NewEvent {
  return {
    ts: now,
    type,
    ...authorOf(actor),
    work_item_id: workItemId,
    task_id: taskId,
    payload: jsonText(payload),
  };
}
