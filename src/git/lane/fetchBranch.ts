import { GitFailure } from '../gitFailure.js';
import type { GitCall } from '../gitProcess.js';
import { mainDirectory } from './laneFolders.js';
import type { LanePlace } from './lanePlace.js';
import { readLaneSettings } from './laneSettings.js';

/** Max time of a remote to answer, in seconds; with a VPN that is off, or a passphrase that nobody types, it never does. */
export const remoteLimit = 20;
/** Options of a call to a remote: all that git started ends with `signal`, and after `limitMs` without an answer. */
export interface RemoteCall {
  readonly signal?: AbortSignal | undefined;
  /** Default: `remoteLimit`. */
  readonly limitMs?: number;
}

export function limited({ signal, limitMs = remoteLimit * 1000 }: RemoteCall): GitCall {
  return { network: { limitMs }, ...(signal === undefined ? {} : { signal }) };
}

/** Fetches a branch. Rejects if the remote refuses; without an answer (`noAnswer`), the branch stays as it was fetched before. */
export async function fetchBranch(
  place: LanePlace,
  branch: string,
  how: RemoteCall = {},
): Promise<'fetched' | 'noRemote' | 'noBranch' | 'noAnswer'> {
  if (!(await place.hasRemote())) return 'noRemote';
  const ref = `refs/heads/${branch}`;
  // A remote may be a path, which git resolves in the worktree where it runs.
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
    // Another process may have removed it meanwhile.
    if (!(await readLaneSettings(place.git)).hasRemote) return 'noRemote';
    const remote = await place.git
      .run([...there, 'ls-remote', '--exit-code', 'origin', ref], { answers: [2, 128], ...limited(how) })
      .catch(() => undefined);
    if (remote?.exitCode === 2) return 'noBranch';
    throw error;
  }
}
