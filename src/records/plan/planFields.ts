import * as z from 'zod';
import { cursorSeverities } from '../../domain/finding/findingSeverity.js';
import { planSchema } from '../../domain/plan/plan.js';
import { planCursorSchema } from '../../domain/plan/planCursor.js';
import { planLimits } from '../../domain/plan/planRow.js';
import { translated } from '../../domain/text/translated.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { trimmedField } from '../textFields.js';

export const planField = trimmedField(planLimits.path)
  .refine(path => !path.includes('\0'), problem(message('schema.hasNul')))
  .describe(translated('Path, name in .stateroom/plans, or ULID'));

export const planOfTaskField = planField
  .optional()
  .describe('Path, name in .stateroom/plans, or ULID; default: the plan of the task');

export const itemField = trimmedField(planLimits.itemId + 10).describe('Id of a plan item, as listed by plan show');

export const planOutput = z.object({ plan: planSchema });
export const planCursorOutput = z.object({ cursor: planCursorSchema });

export const requireCleanSliceField = z
  .boolean()
  .optional()
  .describe(`Refuse if a ${cursorSeverities} finding is open or no evidence has passed since the last move`);

export const cursorRevisionField = z
  .int()
  .positive()
  .optional()
  .describe('Current revision; refused if it was moved since');
