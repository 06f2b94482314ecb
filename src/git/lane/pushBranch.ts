import { GitFailure } from '../gitFailure.js';
import { limited, type RemoteCall } from './fetchBranch.js';
import type { GitPlace } from './lanePlace.js';

/** Outcome of sending a lane's branch to the remote. */
export type PushAnswer =
  | { readonly outcome: 'pushed'; readonly commit: string }
  | { readonly outcome: 'noRemote' }
  /** It did not answer within `remoteLimit`. */
  | { readonly outcome: 'noAnswer' }
  /** Nothing over there has changed. */
  | { readonly outcome: 'refused'; readonly said: string };

/** Sends the branch that is checked out in a folder to the branch of that name of `origin`; never moves that one back. */
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
    // A push takes as long as what it sends and its hooks; whether anybody is there is asked first.
    await git.run(['ls-remote', '--quiet', 'origin', ref], limited(how));
    await git.run(['push', '--quiet', 'origin', `${ref}:${ref}`], { ...limited(how), runsHooks: true, network: {} });
    return { outcome: 'pushed', commit: (await git.text(['rev-parse', '--verify', ref])).trim() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    if (error.noAnswer) return { outcome: 'noAnswer' };
    return { outcome: 'refused', said: error.said };
  }
}

/** The configured URL of the remote `origin`; undefined if the repository has no such remote. */
export function remoteUrl({ git }: Pick<GitPlace, 'git'>): Promise<string | undefined> {
  return git.line(['config', '--get', 'remote.origin.url']);
}
