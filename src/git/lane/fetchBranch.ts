import { GitFailure, type GitProcess } from '../gitProcess.js';
import { readLaneSettings } from './laneSettings.js';

/** Brings a branch of the remote up to date here, by `git` in the main worktree; rejects when the remote cannot be reached. */
export async function fetchBranch(
  git: GitProcess,
  common: GitProcess,
  branch: string,
): Promise<'fetched' | 'noRemote' | 'noBranch'> {
  const ref = `refs/heads/${branch}`;
  try {
    await git.run(['fetch', '--quiet', '--no-tags', 'origin', `+${ref}:refs/remotes/origin/${branch}`], {
      runsHooks: true,
    });
    return 'fetched';
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    // Another process may have removed it since it was seen.
    if (!(await readLaneSettings(common)).hasRemote) return 'noRemote';
    const asked = await git.run(['ls-remote', '--exit-code', 'origin', ref], { answers: [2, 128] });
    if (asked.exitCode === 2) return 'noBranch';
    throw error;
  }
}
