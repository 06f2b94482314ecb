import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { planCursorDefinition } from './planCursorRow.js';

/** Where work on one item of a plan stands, as every surface shows it. */
export const planCursorSchema = z.object(shownShape(planCursorDefinition));
export type PlanCursor = z.infer<typeof planCursorSchema>;
