import { rm, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/**
 * Takes away what git knows of a linked work tree whose folder is gone, by its git directory. `git worktree prune` would
 * forget those of everybody else too whose folders are away for a while, with their index and what is in progress there.
 */
export async function forgetWorkTree(gitDir: string): Promise<void> {
  const folder = dirname(gitDir);
  if (basename(folder) !== 'worktrees') throw new Error(`${gitDir} is no git directory of a linked work tree.`);
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 });
  // The last one takes the folder with it, as git does.
  await rmdir(folder).catch(() => undefined);
}
