import { GitFailure } from '../gitFailure.js';
import type { GitProcess } from '../gitProcess.js';
import { requireOwnTree } from '../ownTree.js';
import type { GitPlace } from './lanePlace.js';
import { unmergedPaths } from './mergeBranch.js';

/** The worktree changes only with `conflict`, or if a clean merge is kept. */
export type BegunMerge =
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] }
  /** With `keepsClean`, the merge is in progress and must be committed. */
  | { readonly outcome: 'clean' }
  | { readonly outcome: 'refused'; readonly said: string };

/**
 * Merges into the branch that is checked out in a folder and leaves conflicts in progress. With `keepsClean`, also leaves a
 * clean merge in progress: it may conflict by the attributes of another tree.
 */
export async function beginMerge(
  { gitIn }: GitPlace,
  directory: string,
  branch: string,
  keepsClean: boolean,
): Promise<BegunMerge> {
  const git = gitIn(directory);
  await requireOwnTree(git);
  try {
    const how = ['--no-commit', '--no-ff', '--no-autostash', '--quiet'];
    await git.run(['-c', 'rerere.autoUpdate=false', 'merge', ...how, `refs/heads/${branch}`]);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const paths = await unmergedPaths(git);
    if (paths.length > 0) return { outcome: 'conflict', paths };
    await abandonBegun(git);
    return { outcome: 'refused', said: error.said };
  }
  if (!keepsClean) await abandonBegun(git);
  return { outcome: 'clean' };
}

async function abandonBegun(git: GitProcess): Promise<void> {
  if ((await git.line(['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'])) !== undefined) await abort(git);
}

export async function abandonMerge({ gitIn }: GitPlace, directory: string): Promise<void> {
  const git = gitIn(directory);
  await requireOwnTree(git);
  await abort(git);
}

async function abort(git: GitProcess): Promise<void> {
  await git.run(['merge', '--abort']);
}
