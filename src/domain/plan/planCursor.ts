import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { planCursorDefinition } from './planCursorRow.js';

export const planCursorSchema = z.object(shownShape(planCursorDefinition));
export type PlanCursor = z.infer<typeof planCursorSchema>;
