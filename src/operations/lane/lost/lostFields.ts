import * as z from 'zod';

/** `worktree`: a removed one, or one whose folder is gone. */
export const lostKinds = ['stash', 'droppedStash', 'commit', 'backup', 'worktree'] as const;

/** Work that no branch leads to, or whose worktree is gone. */
export const lostSchema = z.object({
  kind: z.enum(lostKinds),
  /** Input of `lane.bringBack`: a commit, a backup's name or a lane. */
  id: z.string(),
  /** First line of the commit’s message, or the lane's description; secrets redacted. */
  what: z.string(),
  at: z.iso.datetime(),
  /** The commit’s author, or the actor who closed the lane. */
  who: z.string().nullable(),
  branch: z.string().nullable(),
  lane: z.string().nullable(),
  /** Files that differ from the last commit that is not lost; null if unknown. */
  files: z.number().int().nullable(),
  /** Commits reachable only from this one; 0 if a branch has them. */
  commits: z.number().int(),
  commit: z.string(),
  /** True if Restore Lane restores it completely. */
  restorable: z.boolean(),
});
export type LostWork = z.output<typeof lostSchema>;
