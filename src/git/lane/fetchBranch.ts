import { GitFailure } from '../gitFailure.js';
import type { GitCall } from '../gitProcess.js';
import { mainDirectory } from './laneFolders.js';
import type { LanePlace } from './lanePlace.js';
import { readLaneSettings } from './laneSettings.js';

/** How long a remote may take to answer, in seconds; a VPN that is off and a passphrase that nobody types take for ever. */
export const remoteLimit = 20;
/** How a remote is asked: all that git started ends with `signal`, and where it does not answer within `limitMs`. */
export interface RemoteCall {
  readonly signal?: AbortSignal | undefined;
  /** Default: `remoteLimit`. */
  readonly limitMs?: number;
}

/** For `GitProcess.run`. */
export function limited({ signal, limitMs = remoteLimit * 1000 }: RemoteCall): GitCall {
  return { network: { limitMs }, ...(signal === undefined ? {} : { signal }) };
}

/**
 * Brings a branch of the remote up to date here. Rejects when the remote refuses; one that does not answer is `noAnswer`, and the
 * branch as it was fetched before stays.
 */
export async function fetchBranch(
  place: LanePlace,
  branch: string,
  how: RemoteCall = {},
): Promise<'fetched' | 'noRemote' | 'noBranch' | 'noAnswer'> {
  if (!(await place.hasRemote())) return 'noRemote';
  const ref = `refs/heads/${branch}`;
  // A remote may be a path, which git takes from the worktree it is called in.
  const there = ['-C', await mainDirectory(place)];
  try {
    await place.git.run(
      [...there, 'fetch', '--quiet', '--no-tags', 'origin', `+${ref}:refs/remotes/origin/${branch}`],
      { runsHooks: true, ...limited(how) },
    );
    return 'fetched';
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    if (error.noAnswer) return 'noAnswer';
    // Another process may have removed it since it was seen.
    if (!(await readLaneSettings(place.git)).hasRemote) return 'noRemote';
    const remote = await place.git
      .run([...there, 'ls-remote', '--exit-code', 'origin', ref], { answers: [2, 128], ...limited(how) })
      .catch(() => undefined);
    if (remote?.exitCode === 2) return 'noBranch';
    throw error;
  }
}
