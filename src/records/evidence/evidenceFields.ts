import * as z from 'zod';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { trimmedField } from '../textFields.js';

const nameField = trimmedField(200);

export const taskField = nameField.optional().describe('T-3, 3, ULID or ref; default: the task of this worktree');

export const sliceField = nameField.optional().describe('S-2, 2 or ULID');

export const evidenceField = nameField.describe('E-4, 4 or ULID');

/** Words after `--`, as a list on every surface. */
export const commandField = z
  .array(z.string().max(evidenceLimits.command))
  .min(1)
  .max(evidenceLimits.words)
  .refine(words => words.join(' ').trim() !== '', problem(message('schema.empty')))
  .refine(
    words => words.join(' ').length <= evidenceLimits.command,
    problem(message('schema.tooLong', { count: evidenceLimits.command })),
  )
  .describe('One entry: a shell command; several: a program and its arguments');

export const timeoutField = z
  .int()
  .min(1)
  .max(86_400)
  .optional()
  .describe('Time limit in seconds (exit code 124); default for agents’ tool calls: 600');

export const directoryField = z
  .string()
  .trim()
  .max(1000)
  .optional()
  .describe('Folder to run in, relative to the root; default: the current folder');

export const judgedAtField = trimmedField(200)
  .optional()
  .describe('Commit to compare with for freshness; default: the current worktree');
