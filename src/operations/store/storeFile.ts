import { z } from 'zod';

/** A file outside the store that the caller names. */
export const fileField = z
  .string()
  .min(1, 'the file name is empty')
  .max(4096)
  .refine(file => !file.includes('\0'), 'the file name contains a NUL character');
