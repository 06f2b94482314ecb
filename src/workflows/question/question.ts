import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';

/** What someone wants to do and may be kept from. */
export const blockedActs = ['commit', 'push', 'merge', 'close', 'accept'] as const;
export type BlockedAct = (typeof blockedActs)[number];

const path = z.string().trim().min(1).max(500);
const ref = z.string().regex(/^[WTFL]-[1-9]\d{0,14}$/, problem(message('schema.notRef')));

/** A question that operations answer, however it was asked. */
export const questionSchema = z.discriminatedUnion('about', [
  /** Where does the work stand? */
  z.object({ about: z.literal('standing') }),
  /** What comes next? */
  z.object({ about: z.literal('next') }),
  /** What waits for a person? */
  z.object({ about: z.literal('needs') }),
  /** Who works on what? */
  z.object({ about: z.literal('working') }),
  /** Whose is a file or a folder? */
  z.object({ about: z.literal('owner'), path }),
  /** Why can something not be done? */
  z.object({ about: z.literal('blocked'), act: z.enum(blockedActs), task: z.string().max(20).optional() }),
  /** What changed since a time, as `-2h`, `yesterday` or ISO 8601? */
  z.object({ about: z.literal('changes'), since: z.string().trim().min(1).max(64) }),
  /** How is it with these? */
  z.object({
    about: z.literal('records'),
    refs: z.array(ref).min(1).max(5),
  }),
  /** Which findings are open? */
  z.object({ about: z.literal('findings'), path: path.optional(), task: z.string().max(20).optional() }),
]);
export type Question = z.infer<typeof questionSchema>;
