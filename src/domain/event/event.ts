import * as z from 'zod';
import { roles } from '../actor/actor.js';
import { eventFacts } from './ownEvents.js';

/** Room of one event's payload, in UTF-8 bytes of its JSON. */
export const eventPayloadBytes = 64 * 1024;

/** True for types that only Stateroom writes: its own and all others about work items. */
export function isOwnEventType(type: string): boolean {
  return type.startsWith('work_item_') || eventFacts(type) !== undefined;
}

export const eventTypeSchema = z
  .string()
  .trim()
  .min(1, 'the type is empty')
  .max(100, 'the type is longer than 100 characters')
  .regex(/^[A-Za-z][\w.:-]*$/, 'a type begins with a letter and goes on with letters, digits and any of _ . : -');

export const eventPayloadSchema = z
  .record(z.string(), z.json(), 'the payload is not a JSON object')
  .refine(
    value => new TextEncoder().encode(JSON.stringify(value)).length <= eventPayloadBytes,
    `the payload is larger than ${eventPayloadBytes / 1024} kB`,
  );

/** A line of the timeline as surfaces show it. */
export const eventSchema = z.object({
  /** Grows by one per event of a repository and is never reused: a cursor. */
  id: z.int().positive(),
  at: z.iso.datetime(),
  type: z.string(),
  actor: z.string().nullable(),
  role: z.enum(roles).nullable(),
  harness: z.string().optional(),
  model: z.string().optional(),
  session: z.string().optional(),
  lane: z.string().optional(),
  /** `W-12`, when the event is about a work item. */
  workItem: z.string().nullable(),
  payload: z.record(z.string(), z.json()),
});
export type TimelineEvent = z.infer<typeof eventSchema>;
