import * as z from 'zod';

/** A folder that tools can recreate. */
export const leftoverSchema = z.object({
  path: z.string(),
  bytes: z.int(),
});

export const laneDiskSchema = z.object({
  bytes: z.int(),
  /** Dependencies and build results, which `lane clean` offers to remove. */
  leftovers: z.array(leftoverSchema),
});
