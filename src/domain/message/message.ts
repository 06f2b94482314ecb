import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { messageDefinition } from './messageRow.js';

/** Limits of one message: characters of texts, entries of lists, bytes of its content as JSON. */
export const messageLimits = {
  name: 200,
  subject: 200,
  reason: 2000,
  entry: 1000,
  entries: 50,
  /** What is in the store itself; larger content goes into a file. */
  inlineBytes: 16 * 1024,
  bytes: 1024 * 1024,
} as const;

/** What someone is asked to do and why, without having been there. */
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

/** A message as returned to callers. */
export const messageSchema = z.object({
  ...shownShape(messageDefinition),
  ...messageContentSchema.shape,
  /** Why the content cannot be read, in one sentence. */
  problem: z.string().nullable(),
});
export type Message = z.output<typeof messageSchema>;
