import { z } from 'zod';

/** The store's condition as surfaces show it. */
export const healthSchema = z.object({
  state: z.enum(['absent', 'ready', 'read-only', 'corrupt', 'too-new']),
  reason: z.string().optional(),
  hint: z.string().optional(),
  location: z.string(),
});
