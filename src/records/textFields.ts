import * as z from 'zod';

/** Text without space around it, not empty. */
export const trimmedField = (limit: number) => z.string().trim().min(1).max(limit);

/** Text of several lines: without NUL, trimmed, not empty. */
export const wordsField = (limit: number) =>
  z
    .string()
    .overwrite(text => text.replaceAll('\0', '').trim())
    .min(1)
    .max(limit);
