import * as z from 'zod';
import { roles } from '../actor/actor.js';
import { shownShape } from '../record/record.js';
import { reviewGrades } from './reviewGrade.js';
import { reviewRunDefinition } from './reviewRunRow.js';

/** A review run as returned to callers. */
export const reviewRunSchema = z.object({
  ...shownShape(reviewRunDefinition),
  /** True when the subject was changed since; null when that is unknown. A stale pass does not count. */
  stale: z.boolean().nullable(),
  grade: z.enum(reviewGrades).describe('observed: recorded here; reported or said: imported by a person or an agent'),
  /** For a run that was imported: who did that, and whom the file names as its reviewer. */
  imported: z
    .object({
      by: z.string(),
      role: z.enum(roles),
      at: z.iso.datetime(),
      says: z.object({ actor: z.string(), role: z.enum(roles) }),
    })
    .nullable(),
});
export type ReviewRun = z.infer<typeof reviewRunSchema>;
