import * as z from 'zod';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';

/** Fields that several operations on proofs and slices share, under one name with one meaning. */

const nameField = z.string().trim().min(1).max(200);

export const taskField = nameField.optional().describe('T-3, 3, ULID or ref; left out: the task of this worktree');

export const sliceField = nameField.optional().describe('S-2, 2 or ULID');

export const evidenceField = nameField.describe('E-4, 4 or ULID');

/** Words after `--`; a list for every surface. */
export const commandField = z
  .array(z.string().max(evidenceLimits.command))
  .min(1)
  .max(evidenceLimits.words)
  .refine(words => words.join(' ').trim() !== '', problem(message('schema.empty')))
  .refine(
    words => words.join(' ').length <= evidenceLimits.command,
    problem(message('schema.tooLong', { count: evidenceLimits.command })),
  )
  .describe('One entry: a line for the shell; several: a program and its arguments');

export const timeoutField = z
  .int()
  .min(1)
  .max(86_400)
  .optional()
  .describe('Ends the command after this many seconds, with exit code 124; tool calls of agents default to 600');

export const directoryField = z
  .string()
  .trim()
  .max(1000)
  .optional()
  .describe('Where it runs, relative to the top; left out: where you stand');

export const judgedAtField = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe('Commit that freshness is judged by; left out: the worktree as it is now');
