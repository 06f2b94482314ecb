import * as z from 'zod';
import { roles } from '../actor/actor.js';
import type { EventView } from '../event/eventRow.js';
import type { LaneRow } from '../lane/laneRow.js';
import type { WorkItemRow } from '../workItem/workItemRow.js';
import { workItemStatuses } from '../workItem/workItemStatus.js';
import { holdersOf, type Thread } from './thread.js';

/** State of a work item before its lane was closed: field `before` of the closing event. */
const beforeCloseSchema = z.object({
  /** ULID of the lane. */
  lane: z.string(),
  status: z.enum(workItemStatuses),
  owner: z.string().nullable(),
  ownerRole: z.enum(roles).nullable(),
  question: z.string().nullable(),
  /** ms UTC. */
  claimedAt: z.number().nullable(),
  task: z.string().nullable(),
});
export type BeforeClose = z.output<typeof beforeCloseSchema>;
const closedSchema = z.object({ before: beforeCloseSchema });

/** Only events that change the holder, or open or end the item, contain its new status. */
const statusSchema = z.object({ status: z.enum(workItemStatuses) });

/** Captures the item's state for the closing event, to be restored with the lane. */
export function beforeClose(lane: Pick<LaneRow, 'id'>, thread: Thread): BeforeClose {
  const { status, owner, owner_role: ownerRole, question, claimed_at: claimedAt, task_id } = thread.item;
  const task = task_id ?? holdersOf(thread).tasks[0]?.id ?? null;
  return { lane: lane.id, status, owner, ownerRole, question, claimedAt, task };
}

/** `events` are the item's, newest first. */
export function lastStatusEvent(events: readonly EventView[]): EventView | undefined {
  return events.find(({ payload }) => statusSchema.safeParse(JSON.parse(payload)).success);
}

/**
 * Undefined if holder or status have changed since. `events` are newest first. Events of older versions are matched by time, with
 * the lane's worker as holder.
 */
export function readBeforeClose(
  events: readonly EventView[],
  lane: LaneRow,
  item: WorkItemRow,
  agent: string | null,
): BeforeClose | undefined {
  const last = lastStatusEvent(events);
  if (last === undefined) return undefined;
  const before = beforeIn(last);
  if (before !== undefined) return before.lane === lane.id ? before : undefined;
  if (last.ts !== lane.updated_at || last.type === 'work_item_claimed') return undefined;
  if (events.some(event => beforeIn(event)?.lane === lane.id && event.ts === last.ts)) return undefined;
  const owner = item.owner ?? agent ?? lane.created_by;
  return {
    lane: lane.id,
    status: 'in_flight',
    owner,
    ownerRole: item.owner_role ?? 'agent',
    question: null,
    claimedAt: item.claimed_at,
    task: null,
  };
}

function beforeIn({ payload }: EventView): BeforeClose | undefined {
  return closedSchema.safeParse(JSON.parse(payload)).data?.before;
}
