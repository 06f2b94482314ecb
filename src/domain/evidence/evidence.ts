import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { evidenceDefinition } from './evidenceRow.js';

export const evidenceSchema = z.object({
  ...shownShape(evidenceDefinition),
  /** True if it is of the tree being checked; null if there is none to compare with. */
  fresh: z.boolean().nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;
