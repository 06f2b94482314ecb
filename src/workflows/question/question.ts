import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';

export const blockedActs = ['commit', 'push', 'merge', 'close', 'accept'] as const;
export type BlockedAct = (typeof blockedActs)[number];

const path = z.string().trim().min(1).max(500);
const ref = z.string().regex(/^[WTFL]-[1-9]\d{0,14}$/, problem(message('schema.notRef')));

export const questionSchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('standing') }),
  z.object({ about: z.literal('next') }),
  z.object({ about: z.literal('needs') }),
  z.object({ about: z.literal('working') }),
  z.object({ about: z.literal('owner'), path }),
  z.object({ about: z.literal('blocked'), act: z.enum(blockedActs), task: z.string().max(20).optional() }),
  /** `-2h`, `yesterday` or ISO 8601. */
  z.object({ about: z.literal('changes'), since: z.string().trim().min(1).max(64) }),
  z.object({
    about: z.literal('records'),
    refs: z.array(ref).min(1).max(5),
  }),
  z.object({ about: z.literal('findings'), path: path.optional(), task: z.string().max(20).optional() }),
]);
export type Question = z.infer<typeof questionSchema>;
