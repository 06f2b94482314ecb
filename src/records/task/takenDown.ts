import * as z from 'zod';
import { sentenceSchema } from '../../messages/sentence.js';

const placesSchema = z.object({ worktree: z.string().nullable(), branch: z.string().nullable() });

/** Outcome for a finished task's worktree and branch. */
export const takenDownFields = {
  removed: placesSchema,
  /** The kept part with the reason; null if none. */
  kept: placesSchema.extend({ why: sentenceSchema }).nullable(),
  /** Backup of content only in the worktree; null if git has all of it. */
  rescue: z.string().nullable(),
};
const takenDownSchema = z.object(takenDownFields);
export type TakenDown = z.output<typeof takenDownSchema>;

export const nothingTakenDown: TakenDown = {
  removed: { worktree: null, branch: null },
  kept: null,
  rescue: null,
};
