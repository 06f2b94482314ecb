import { GitFailure } from '../gitFailure.js';
import { limited, type RemoteCall } from './fetchBranch.js';
import type { GitPlace } from './lanePlace.js';

export type PushAnswer =
  | { readonly outcome: 'pushed'; readonly commit: string }
  | { readonly outcome: 'noRemote' }
  /** No answer within `remoteLimit`. */
  | { readonly outcome: 'noAnswer' }
  /** The remote is unchanged. */
  | { readonly outcome: 'refused'; readonly said: string };

/** Pushes a folder's branch to its namesake on `origin`, without force. */
export async function pushBranch(
  { gitIn }: GitPlace,
  directory: string,
  branch: string,
  how: RemoteCall = {},
): Promise<PushAnswer> {
  const git = gitIn(directory);
  if ((await remoteUrl({ git })) === undefined) return { outcome: 'noRemote' };
  const ref = `refs/heads/${branch}`;
  try {
    // A push may take long for its data and hooks, so a short call checks the remote first.
    await git.run(['ls-remote', '--quiet', 'origin', ref], limited(how));
    await git.run(['push', '--quiet', 'origin', `${ref}:${ref}`], { ...limited(how), runsHooks: true, network: {} });
    return { outcome: 'pushed', commit: (await git.text(['rev-parse', '--verify', ref])).trim() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    if (error.noAnswer) return { outcome: 'noAnswer' };
    return { outcome: 'refused', said: error.said };
  }
}

export function remoteUrl({ git }: Pick<GitPlace, 'git'>): Promise<string | undefined> {
  return git.line(['config', '--get', 'remote.origin.url']);
}
