import { GitFailure } from '../gitFailure.js';
import type { GitCall } from '../gitProcess.js';
import { mainDirectory } from './laneFolders.js';
import type { LanePlace } from './lanePlace.js';
import { readLaneSettings } from './laneSettings.js';

/** Max seconds without an answer, as with a VPN off or an unanswered passphrase prompt. */
export const remoteLimit = 20;
/** Ends git and its children with `signal`, and after `limitMs` without an answer. */
export interface RemoteCall {
  readonly signal?: AbortSignal | undefined;
  /** Default: `remoteLimit`. */
  readonly limitMs?: number;
}

export function limited({ signal, limitMs = remoteLimit * 1000 }: RemoteCall): GitCall {
  return { network: { limitMs }, ...(signal === undefined ? {} : { signal }) };
}

/** Rejects if the remote refuses. The branch is unchanged with `noAnswer`. */
export async function fetchBranch(
  place: LanePlace,
  branch: string,
  how: RemoteCall = {},
): Promise<'fetched' | 'noRemote' | 'noBranch' | 'noAnswer'> {
  if (!(await place.hasRemote())) return 'noRemote';
  const ref = `refs/heads/${branch}`;
  // A remote may be a path, which git resolves in the current worktree.
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
    // The remote may have been removed meanwhile.
    if (!(await readLaneSettings(place.git)).hasRemote) return 'noRemote';
    const remote = await place.git
      .run([...there, 'ls-remote', '--exit-code', 'origin', ref], { answers: [2, 128], ...limited(how) })
      .catch(() => undefined);
    if (remote?.exitCode === 2) return 'noBranch';
    throw error;
  }
}
