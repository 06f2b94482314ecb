import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { decisionDefinition } from './decisionRow.js';

export const decisionSchema = z.object({
  ...shownShape(decisionDefinition),
  /** `R-2`: the investigation in which it was made. */
  run: z.string().nullable(),
});
export type Decision = z.infer<typeof decisionSchema>;
