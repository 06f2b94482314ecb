import { z } from 'zod';
import { roles } from '../actor/actor.js';
import { messageKinds } from './messageRow.js';

/** Limits of one message: characters of texts, entries of lists, bytes of its content as JSON. */
export const messageLimits = {
  name: 200,
  subject: 200,
  reason: 2000,
  entry: 1000,
  entries: 50,
  /** What lies in the store itself; larger content goes into a file. */
  inlineBytes: 16 * 1024,
  bytes: 1024 * 1024,
} as const;

/** What somebody is asked to do and why, without having been there. */
export const briefSchema = z.object({
  /** Name of the lane that the work comes from. */
  sourceLane: z.string().nullable(),
  reason: z.string(),
  requiredActions: z.array(z.string()),
  /** Paths, commits and refs to look at. */
  artifacts: z.array(z.string()),
});

/** What a message holds, in the store or in a file beside it. */
export const messageContentSchema = z.object({
  text: z.string().nullable(),
  data: z.record(z.string(), z.json()).nullable(),
  brief: briefSchema.nullable(),
});
export type MessageContent = z.output<typeof messageContentSchema>;

/** A message as every surface shows it. */
export const messageSchema = z.object({
  /** `M-7`; the numbers are the one order of all messages. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  from: z.string(),
  fromRole: z.enum(roles),
  /** A lane, an actor, `person` or `all`. */
  to: z.string(),
  kind: z.enum(messageKinds),
  subject: z.string(),
  /** Name of the lane that it is about. */
  lane: z.string().nullable(),
  ...messageContentSchema.shape,
  /** Why the content cannot be read, in one sentence. */
  problem: z.string().nullable(),
  /** `M-3` that it answers. */
  replyTo: z.string().nullable(),
  dispatchId: z.string().nullable(),
  /** Of what is for one reader: `acknowledged` once that has; of a question: `closed` once it is answered. */
  status: z.enum(['open', 'acknowledged', 'closed']),
  at: z.iso.datetime(),
});
export type Message = z.output<typeof messageSchema>;
