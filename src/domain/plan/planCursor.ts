import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { planCursorDefinition } from './planCursorRow.js';

/** The state of work on one item of a plan, as returned to callers. */
export const planCursorSchema = z.object(shownShape(planCursorDefinition));
export type PlanCursor = z.infer<typeof planCursorSchema>;
