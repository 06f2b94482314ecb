import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitProcess } from './gitProcess.js';
import { requireOwnTree } from './ownTree.js';
import { untrackedFiles } from './treeHash.js';

interface Place {
  readonly git: GitProcess;
  readonly gitDir: string;
}

interface Wanted {
  readonly message: string;
  /** Files and folders, relative to the top of the worktree; undefined for all changes. */
  readonly paths: readonly string[] | undefined;
  readonly untracked: boolean;
}

/** Commits files; returns the full commit id. Restores the index if git refuses. */
export async function commitFiles({ git, gitDir }: Place, { message, paths, untracked }: Wanted): Promise<string> {
  await requireOwnTree(git);
  const kept = await keepIndex(gitDir);
  try {
    await stage(git, paths, untracked);
    const only = paths === undefined ? [] : ['--only', '--', ...paths];
    await git.run(['--literal-pathspecs', 'commit', '--quiet', `--message=${message}`, ...only], { runsHooks: true });
  } catch (error) {
    await kept.putBack();
    throw error;
  } finally {
    await kept.forget();
  }
  return (await git.text(['rev-parse', '--verify', 'HEAD'])).trim();
}

async function keepIndex(gitDir: string): Promise<{ putBack(): Promise<void>; forget(): Promise<void> }> {
  const index = join(gitDir, 'index');
  const kept = join(gitDir, `index.${process.pid}.stateroom`);
  const exists = await copyFile(index, kept).then(
    () => true,
    () => false,
  );
  return {
    putBack: () => (exists ? rename(kept, index) : rm(index, { force: true })),
    forget: () => rm(kept, { force: true }),
  };
}

async function stage(git: GitProcess, paths: readonly string[] | undefined, untracked: boolean): Promise<void> {
  const limit = paths === undefined ? [] : ['--', ...paths];
  await git.run(['--literal-pathspecs', 'add', '--update', ...limit], { runsHooks: true });
  if (!untracked) return;
  const isMeant = (path: string) =>
    paths === undefined || paths.some(one => path === one || path.startsWith(`${one}/`));
  const fresh = (await untrackedFiles(git, { documents: true })).filter(isMeant);
  if (fresh.length === 0) return;
  await git.run(['--literal-pathspecs', 'add', '--pathspec-from-file=-', '--pathspec-file-nul'], {
    input: `${fresh.join('\0')}\0`,
    runsHooks: true,
  });
}
