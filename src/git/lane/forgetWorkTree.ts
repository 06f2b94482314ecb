import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gitDirMarks } from './gitDirMark.js';

/** Removes the record of one worktree; `git worktree prune` would remove those of temporarily missing ones, too. */
export async function forgetWorkTree(gitDir: string): Promise<void> {
  const folder = dirname(gitDir);
  if (basename(folder) !== 'worktrees') throw new Error(`${gitDir} is not the git directory of a linked worktree.`);
  // Kept to the end: recovery after a crash identifies the worktree by `gitdir` and continues because of our mark.
  const names = (await readdir(gitDir).catch(() => [])).filter(
    name => name !== gitDirMarks.closing && name !== 'gitdir',
  );
  for (const name of [...names, 'gitdir']) {
    await rm(join(gitDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 });
  // Like git, removes the folder with its last entry.
  await rmdir(folder).catch(() => undefined);
}
