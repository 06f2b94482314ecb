import * as z from 'zod';
import { sentenceSchema } from '../../messages/sentence.js';

export const healthSchema = z.object({
  state: z.enum(['absent', 'ready', 'read-only', 'update-pending', 'corrupt', 'too-new']),
  reason: sentenceSchema.optional(),
  hint: sentenceSchema.optional(),
  location: z.string(),
});
