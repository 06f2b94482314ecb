import * as z from 'zod';
import { readingGroups } from '../review/readingOrder.js';

/** A file that a lane changes against its base. */
export const changedFileSchema = z.object({
  /** Relative to the worktree's top, with `/`. */
  path: z.string(),
  kind: z.enum(['add', 'edit', 'delete', 'rename']),
  oldPath: z.string().optional(),
  /** The part of the change that it is. */
  group: z.enum(readingGroups),
  /** Git's full id of the file at the lane's last commit; null where that has no such file. */
  blob: z.string().nullable(),
  /** True where what was reviewed of it does not go with the base as it is now: then it is compared with that. */
  againstBase: z.literal(true).optional(),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;
