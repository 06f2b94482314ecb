import { GitFailure, type GitProcess } from '../gitProcess.js';
import { unmergedPaths } from './mergeBranch.js';

/** What came of beginning a merge in a work tree. Only with `conflict` anything is different from before. */
export type BegunMerge =
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] }
  /** There is nothing to solve. */
  | { readonly outcome: 'clean' }
  | { readonly outcome: 'refused'; readonly said: string };

/** No hook may end a merge that is only prepared. */
const withoutHooks = ['-c', 'core.hooksPath=/dev/null'];

/** Merges a branch into what is checked out, as far as its conflicts: they are left in the work tree, in progress. */
export async function beginMerge(git: GitProcess, branch: string): Promise<BegunMerge> {
  try {
    const how = ['--no-commit', '--no-ff', '--no-autostash', '--quiet'];
    await git.run([...withoutHooks, '-c', 'rerere.autoUpdate=false', 'merge', ...how, `refs/heads/${branch}`]);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const paths = await unmergedPaths(git);
    if (paths.length > 0) return { outcome: 'conflict', paths };
    await abandonBegun(git);
    return { outcome: 'refused', said: error.said };
  }
  await abandonBegun(git);
  return { outcome: 'clean' };
}

async function abandonBegun(git: GitProcess): Promise<void> {
  if ((await git.line(['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'])) !== undefined) await abandonMerge(git);
}

/** Takes a merge in progress back. */
export async function abandonMerge(git: GitProcess): Promise<void> {
  await git.run([...withoutHooks, 'merge', '--abort']);
}
