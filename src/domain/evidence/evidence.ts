import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { evidenceDefinition } from './evidenceRow.js';

/** Evidence as returned to callers. */
export const evidenceSchema = z.object({
  ...shownShape(evidenceDefinition),
  /** True when the tree being checked now is this one; null when there is none to compare with. */
  fresh: z.boolean().nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;
