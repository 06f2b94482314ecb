import { GitFailure } from '../gitFailure.js';
import { mainDirectory } from './laneFolders.js';
import type { LanePlace } from './lanePlace.js';
import { readLaneSettings } from './laneSettings.js';

/** Brings a branch of the remote up to date here. Rejects when the remote cannot be reached. */
export async function fetchBranch(place: LanePlace, branch: string): Promise<'fetched' | 'noRemote' | 'noBranch'> {
  if (!(await place.hasRemote())) return 'noRemote';
  // A remote may be a path, which git takes from the worktree it is called in.
  const git = place.gitIn(await mainDirectory(place));
  const ref = `refs/heads/${branch}`;
  try {
    await git.run(['fetch', '--quiet', '--no-tags', 'origin', `+${ref}:refs/remotes/origin/${branch}`], {
      runsHooks: true,
    });
    return 'fetched';
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    // Another process may have removed it since it was seen.
    if (!(await readLaneSettings(place.git)).hasRemote) return 'noRemote';
    const remote = await git.run(['ls-remote', '--exit-code', 'origin', ref], { answers: [2, 128] });
    if (remote.exitCode === 2) return 'noBranch';
    throw error;
  }
}
