import * as z from 'zod';
import { nextActionSchema } from '../../domain/task/task.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { wordsField } from '../textFields.js';

export const actionField = z.string().trim().min(1).max(100).describe('The next action: A-5, 5 or its ULID');

export const actionTextField = wordsField(taskLimits.action);

export const actionPriorityField = z.int().min(0).max(1000).optional().describe('Smaller comes first; 100 by default');

export const actionOutput = z.object({ action: nextActionSchema });
