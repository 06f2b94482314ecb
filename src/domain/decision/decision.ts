import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { decisionDefinition } from './decisionRow.js';

/** A decision as returned to callers. */
export const decisionSchema = z.object(shownShape(decisionDefinition));
export type Decision = z.infer<typeof decisionSchema>;
