import { GitFailure } from '../gitFailure.js';
import { operationInProgress } from '../operationInProgress.js';
import { requireOwnTree } from '../ownTree.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import type { GitPlace } from './lanePlace.js';
import { unmergedPaths } from './mergeBranch.js';

type RebaseAnswer =
  | { readonly outcome: 'rebased'; readonly commit: string }
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] }
  /** Nothing was begun: there are uncommitted changes, or another operation is in progress. */
  | { readonly outcome: 'refused'; readonly said: string };

/** Rebases a folder's branch. Leaves conflicts in progress; aborts if it stops for another reason. */
export async function rebaseOnto({ gitIn }: GitPlace, directory: string, onto: string): Promise<RebaseAnswer> {
  const git = gitIn(directory);
  await requireOwnTree(git);
  try {
    const how = ['-c', 'rerere.autoUpdate=false', 'rebase', '--quiet', '--no-autostash', onto];
    await git.run(how, { runsHooks: true });
    return { outcome: 'rebased', commit: (await git.text(['rev-parse', '--verify', 'HEAD'])).trim() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const paths = await unmergedPaths(git);
    if (paths.length > 0) return { outcome: 'conflict', paths };
    // It may have stopped for another reason, such as a failed signature.
    const gitDir = gitDirectoryOf(directory);
    if (gitDir !== undefined && (await operationInProgress(gitDir)) === 'rebase') {
      await git.run(['rebase', '--abort']);
    }
    return { outcome: 'refused', said: error.said };
  }
}
