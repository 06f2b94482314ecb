import * as z from 'zod';
import { taskSchema } from '../../domain/task/task.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { wordsField } from '../textFields.js';

/** Fields that several operations on tasks share, under one name with one meaning. */

/** Names the task a call is about. */
export const namedTaskField = z.string().trim().min(1).max(200).describe('T-3, 3, its ULID or ref');

export const taskField = namedTaskField.optional().describe('T-3, 3, ULID or ref; default: the task of this worktree');

export const taskRevisionField = z
  .int()
  .positive()
  .optional()
  .describe('Current revision; refused if the task has changed');

export const objectiveField = wordsField(taskLimits.objective).describe('The goal');

export const noteField = wordsField(taskLimits.note).optional();

/** The largest `limit` of the short lists of a task. */
export const maxListLength = 1000;

/** The `limit` of such a list, and what it is by default. */
export const listField = (byDefault: number) =>
  z.int().min(1).max(maxListLength).optional().describe(`Maximum number; ${byDefault} by default`);

export const taskOutput = z.object({ task: taskSchema });
