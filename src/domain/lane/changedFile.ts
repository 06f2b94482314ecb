import * as z from 'zod';
import { readingGroups } from '../review/readingOrder.js';

export const changedFileSchema = z.object({
  /** Relative to the worktree root, with `/`. */
  path: z.string(),
  kind: z.enum(['add', 'edit', 'delete', 'rename']),
  oldPath: z.string().optional(),
  group: z.enum(readingGroups),
  /** Git's blob id at the lane's last commit; null if the file does not exist there. */
  blob: z.string().nullable(),
  /** True if the reviewed version does not fit the current base; it is then compared with the base. */
  againstBase: z.literal(true).optional(),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;
