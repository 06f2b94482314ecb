import * as z from 'zod/mini';

export const pageEvents = {
  /** The page's content security policy blocked something. */
  violation: z.strictObject({ directive: z.string(), blocked: z.string() }),
  failure: z.strictObject({ message: z.string() }),
} as const;
