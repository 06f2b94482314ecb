import * as z from 'zod';
import { sentenceSchema } from '../../messages/sentence.js';

const placesSchema = z.object({ worktree: z.string().nullable(), branch: z.string().nullable() });

/** What became of the worktree and the branch of a finished task, as operations answer it. */
export const takenDownFields = {
  removed: placesSchema,
  /** What stays, and why; null when nothing does. */
  kept: placesSchema.extend({ why: sentenceSchema }).nullable(),
  /** The backup of what only the worktree had; null when git has all of it. */
  rescue: z.string().nullable(),
};
const takenDownSchema = z.object(takenDownFields);
export type TakenDown = z.output<typeof takenDownSchema>;

/** Where there was nothing to remove. */
export const nothingTakenDown: TakenDown = {
  removed: { worktree: null, branch: null },
  kept: null,
  rescue: null,
};
