import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { roles } from '../actor/actor.js';
import { jsonSchema } from '../json/jsonSchema.js';
import { jsonText } from '../json/writtenJson.js';
import { eventFacts } from './ownEvents.js';

/** Max bytes of an event's payload, as JSON in UTF-8. */
export const eventPayloadBytes = 64 * 1024;

/** True for types that only Stateroom writes, including all about work items. */
export function isOwnEventType(type: string): boolean {
  return type.startsWith('work_item_') || eventFacts(type) !== undefined;
}

export const eventTypeSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z][\w.:-]*$/, problem(message('schema.typeCharacters')));

export const eventPayloadSchema = z
  .record(z.string(), jsonSchema)
  .refine(
    value => new TextEncoder().encode(jsonText(value)).length <= eventPayloadBytes,
    problem(message('schema.tooLarge', { kilobytes: eventPayloadBytes / 1024 })),
  );

export const eventSchema = z.object({
  /** Increases per repository and is never reused, so it serves as a cursor. */
  id: z.int().positive(),
  at: z.iso.datetime(),
  type: z.string(),
  actor: z.string().nullable(),
  role: z.enum(roles).nullable(),
  harness: z.string().optional(),
  model: z.string().optional(),
  effort: z.string().optional(),
  session: z.string().optional(),
  lane: z.string().optional(),
  /** `W-12`, if the event is about a work item. */
  workItem: z.string().nullable(),
  payload: z.record(z.string(), jsonSchema),
});
export type TimelineEvent = z.infer<typeof eventSchema>;
