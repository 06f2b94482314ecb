import * as z from 'zod';
import { sentenceSchema } from '../../messages/sentence.js';

const placesSchema = z.object({ worktree: z.string().nullable(), branch: z.string().nullable() });

/** The fate of a finished task's worktree and branch, as operations return it. */
export const takenDownFields = {
  removed: placesSchema,
  /** The part that was kept, with the reason; null if none was. */
  kept: placesSchema.extend({ why: sentenceSchema }).nullable(),
  /** The backup of content that only the worktree had; null if git has all of it. */
  rescue: z.string().nullable(),
};
const takenDownSchema = z.object(takenDownFields);
export type TakenDown = z.output<typeof takenDownSchema>;

export const nothingTakenDown: TakenDown = {
  removed: { worktree: null, branch: null },
  kept: null,
  rescue: null,
};
