import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { evidenceDefinition } from './evidenceRow.js';

export const evidenceSchema = z.object({
  ...shownShape(evidenceDefinition),
  /** True for the tree being checked; null without one. */
  fresh: z.boolean().nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;
