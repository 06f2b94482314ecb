import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gitDirMarks } from './gitDirMark.js';

/**
 * Removes git's record of a linked worktree whose folder is gone, by its git directory. `git worktree prune` would also remove the records
 * of other worktrees whose folders are away for a while, with their index and operation in progress.
 */
export async function forgetWorkTree(gitDir: string): Promise<void> {
  const folder = dirname(gitDir);
  if (basename(folder) !== 'worktrees') throw new Error(`${gitDir} is not the git directory of a linked worktree.`);
  // Kept to the end: recovery after a crash finds the worktree by `gitdir`, and may continue because of our mark.
  const names = (await readdir(gitDir).catch(() => [])).filter(
    name => name !== gitDirMarks.closing && name !== 'gitdir',
  );
  for (const name of [...names, 'gitdir']) {
    await rm(join(gitDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 });
  // Remove the folder with its last entry, as git does.
  await rmdir(folder).catch(() => undefined);
}
