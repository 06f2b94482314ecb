import { GitFailure } from '../gitFailure.js';
import type { GitPlace } from './lanePlace.js';

/** Outcome of sending a lane's branch to the remote. */
type PushAnswer =
  | { readonly outcome: 'pushed'; readonly commit: string }
  | { readonly outcome: 'noRemote' }
  /** Nothing over there has changed. */
  | { readonly outcome: 'refused'; readonly said: string };

/** Sends the branch that is checked out in a folder to the branch of that name of `origin`; never moves that one back. */
export async function pushBranch({ gitIn }: GitPlace, directory: string, branch: string): Promise<PushAnswer> {
  const git = gitIn(directory);
  if ((await remoteUrl({ git })) === undefined) return { outcome: 'noRemote' };
  const ref = `refs/heads/${branch}`;
  try {
    await git.run(['push', '--quiet', 'origin', `${ref}:${ref}`], { runsHooks: true });
    return { outcome: 'pushed', commit: (await git.text(['rev-parse', '--verify', ref])).trim() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { outcome: 'refused', said: error.said };
  }
}

/** The configured URL of the remote `origin`; undefined if the repository has no such remote. */
export function remoteUrl({ git }: Pick<GitPlace, 'git'>): Promise<string | undefined> {
  return git.line(['config', '--get', 'remote.origin.url']);
}
