import { readNameStatus } from '../gitOutput.js';
import type { GitProcess } from '../gitProcess.js';
import { isOwnPath, untrackedFiles } from '../treeHash.js';
import type { PathChange } from '../workTree.js';

/** What the worktree, with all that is not committed, changes since a commit, in the order of paths; also new files. */
export async function listChanges(git: GitProcess, commit: string): Promise<PathChange[]> {
  const options = ['--name-status', '-z', '--find-renames', '--ignore-submodules=all', '--no-ext-diff'];
  const [tracked, untracked] = await Promise.all([git.text(['diff', ...options, commit, '--']), untrackedFiles(git)]);
  const byPath = new Map(readNameStatus(tracked).map(change => [change.path, change]));
  for (const path of untracked) byPath.set(path, { path, kind: byPath.has(path) ? 'edit' : 'add' });
  return [...byPath.values()]
    .filter(({ path }) => !isOwnPath(path))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}
