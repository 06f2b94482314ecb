import * as z from 'zod';

/** Where lost work was found. `worktree`: one that was removed, or whose folder is gone. */
export const lostKinds = ['stash', 'droppedStash', 'commit', 'backup', 'worktree'] as const;

/** Work that no branch leads to, or whose worktree is gone. */
export const lostSchema = z.object({
  kind: z.enum(lostKinds),
  /** What `lane.bringBack` takes: a commit, a backup's name or a lane. */
  id: z.string(),
  /** First line of the commit’s message, or what the lane is about; without secrets. */
  what: z.string(),
  at: z.iso.datetime(),
  /** The commit’s author, or who closed the lane. */
  who: z.string().nullable(),
  branch: z.string().nullable(),
  /** Name of the lane. */
  lane: z.string().nullable(),
  /** Files that differ from the last commit that is not lost; null where that is not known. */
  files: z.number().int().nullable(),
  /** Commits that only this one leads to; 0 where a branch has them. */
  commits: z.number().int(),
  /** Full id. */
  commit: z.string(),
  /** True where Restore Lane brings it back as it was. */
  restorable: z.boolean(),
});
export type LostWork = z.output<typeof lostSchema>;
