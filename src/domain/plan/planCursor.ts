import { z } from 'zod';
import { planCursorStates } from './planCursorState.js';

/** Where work on one item of a plan stands, as every surface shows it. */
export const planCursorSchema = z.object({
  id: z.string().describe('ULID'),
  /** `T-3`. */
  task: z.string(),
  /** Id of the plan's item. */
  item: z.string(),
  state: z.enum(planCursorStates),
  lane: z.string().nullable(),
  /** The plan's heading above the item. */
  heading: z.string().nullable(),
  summary: z.string().nullable(),
  /** How often it was dispatched. */
  dispatchCount: z.int().positive(),
  dispatchedAt: z.iso.datetime(),
  /** When it was completed or skipped; null otherwise. */
  completedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  /** Grows with every change of the row. */
  revision: z.int().positive(),
});
export type PlanCursor = z.infer<typeof planCursorSchema>;
