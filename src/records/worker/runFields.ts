import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';

const maxCommandLength = 20_000;

/** Words after `--`, as a list on every surface. */
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

/** In seconds. */
export const everyField = z
  .number()
  .min(0.05)
  .max(3600)
  .optional()
  .describe('Seconds between heartbeats; default: 10 while a process runs, else 60');

export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}
