import { z } from 'zod';

/** Most characters of a command. */
const longestCommand = 20_000;

/** Words after `--`; a list for every surface. */
export const programField = z
  .array(z.string().max(longestCommand))
  .min(1, 'no program is given')
  .max(500)
  .refine(words => words.join('').trim() !== '', 'the program is empty')
  .refine(words => words.join(' ').length <= longestCommand, `the command is longer than ${longestCommand} characters`)
  .describe('One entry: a line for the shell; several: a program and its arguments');

/** How often a worker beats; seconds, as people count them. */
export const everyField = z
  .number()
  .min(0.05)
  .max(3600)
  .optional()
  .describe('Seconds between two signs of life; 10 if left out');

/** The same in whole ms. */
export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}
