import * as z from 'zod';
import { roles } from '../actor/actor.js';
import { shownShape } from '../record/record.js';
import { reviewGrades } from './reviewGrade.js';
import { reviewRunDefinition } from './reviewRunRow.js';

export const reviewRunSchema = z.object({
  ...shownShape(reviewRunDefinition),
  /** Null if unknown. A stale pass does not count. */
  stale: z.boolean().nullable(),
  grade: z.enum(reviewGrades).describe('observed: recorded here; reported or said: imported by a person or an agent'),
  /** For an imported run: the importer, and the reviewer named in the file. */
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
