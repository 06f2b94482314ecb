import { GitFailure, type GitProcess } from '../gitProcess.js';
import { operationInProgress } from '../operationInProgress.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import type { RebaseAnswer } from './laneTrees.js';
import { unmergedPaths } from './mergeBranch.js';

/** Rebases the branch of a worktree onto a commit, by `git` in it. One that cannot continue, but for conflicts, is undone. */
export async function rebaseOnto(git: GitProcess, directory: string, onto: string): Promise<RebaseAnswer> {
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
