import * as z from 'zod';
import { taskSchema } from '../../domain/task/task.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { wordsField } from '../textFields.js';

export const namedTaskField = z.string().trim().min(1).max(200).describe('T-3, 3, its ULID or ref');

export const taskField = namedTaskField.optional().describe('T-3, 3, ULID or ref; default: the task of this worktree');

export const taskRevisionField = z
  .int()
  .positive()
  .optional()
  .describe('Current revision; refused if the task has changed');

export const objectiveField = wordsField(taskLimits.objective).describe('The goal');

export const noteField = wordsField(taskLimits.note).optional();

export const maxListLength = 1000;

export const listField = (byDefault: number) =>
  z.int().min(1).max(maxListLength).optional().describe(`Maximum number; ${byDefault} by default`);

export const taskOutput = z.object({ task: taskSchema });
