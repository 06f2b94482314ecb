import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { messageDefinition } from './messageRow.js';

/** Max characters of texts, entries of lists, and bytes of content as JSON. */
export const messageLimits = {
  name: 200,
  subject: 200,
  reason: 2000,
  entry: 1000,
  entries: 50,
  /** Larger content goes into a file instead of the store. */
  inlineBytes: 16 * 1024,
  bytes: 1024 * 1024,
} as const;

export const briefSchema = z.object({
  sourceLane: z.string().nullable(),
  reason: z.string(),
  requiredActions: z.array(z.string()),
  artifacts: z.array(z.string()),
});

export const messageContentSchema = z.object({
  text: z.string().nullable(),
  data: z.record(z.string(), z.json()).nullable(),
  brief: briefSchema.nullable(),
});
export type MessageContent = z.output<typeof messageContentSchema>;

export const messageSchema = z.object({
  ...shownShape(messageDefinition),
  ...messageContentSchema.shape,
  /** Reason the content is unreadable, one sentence. */
  problem: z.string().nullable(),
});
export type Message = z.output<typeof messageSchema>;
