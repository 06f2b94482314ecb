import { GitFailure } from '../gitFailure.js';
import { operationInProgress } from '../operationInProgress.js';
import { requireOwnTree } from '../ownTree.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import type { GitPlace } from './lanePlace.js';
import { unmergedPaths } from './mergeBranch.js';

/** What a lane's rebase onto its base came to. */
type RebaseAnswer =
  | { readonly outcome: 'rebased'; readonly commit: string }
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] }
  /** Nothing was begun: changes that are not committed, or another operation in progress. */
  | { readonly outcome: 'refused'; readonly said: string };

/**
 * Rebases the branch that is checked out in a folder; a conflict is left in progress there. One that cannot continue for
 * anything else is undone.
 */
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
    // It may have stopped in the middle for something else, as a commit that could not be signed.
    const gitDir = gitDirectoryOf(directory);
    if (gitDir !== undefined && (await operationInProgress(gitDir)) === 'rebase') {
      await git.run(['rebase', '--abort']);
    }
    return { outcome: 'refused', said: error.said };
  }
}
