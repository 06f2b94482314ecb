import * as z from 'zod';

/** A folder that tools make again. */
export const leftoverSchema = z.object({
  /** Relative to the worktree root. */
  path: z.string(),
  bytes: z.int(),
});

/** What a lane takes on disk. */
export const laneDiskSchema = z.object({
  bytes: z.int(),
  /** Folders of dependencies and build results, which `lane clean` offers to remove. */
  leftovers: z.array(leftoverSchema),
});
