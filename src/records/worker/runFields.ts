import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';

/** Maximum number of characters of a command. */
const maxCommandLength = 20_000;

/** Words after `--`; a list for every surface. */
export const programField = z
  .array(z.string().max(maxCommandLength))
  .min(1)
  .max(500)
  .refine(words => words.join('').trim() !== '', problem(message('schema.empty')))
  .refine(
    words => words.join(' ').length <= maxCommandLength,
    problem(message('schema.tooLong', { count: maxCommandLength })),
  )
  .describe('One entry: a shell command; several: a program and its arguments');

/** How often a worker heartbeats; seconds, as people count them. */
export const everyField = z
  .number()
  .min(0.05)
  .max(3600)
  .optional()
  .describe('Seconds between heartbeats; default: 10 while a process runs, else 60');

/** The same in whole ms. */
export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}
