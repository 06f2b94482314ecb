import { GitFailure, type GitProcess } from '../gitProcess.js';
import type { PushAnswer } from './laneTrees.js';

/** Pushes a branch to `origin` under its own name. */
export async function pushBranch(git: GitProcess, branch: string): Promise<PushAnswer> {
  if ((await git.line(['config', '--get', 'remote.origin.url'])) === undefined) return { outcome: 'noRemote' };
  const ref = `refs/heads/${branch}`;
  try {
    await git.run(['push', '--quiet', 'origin', `${ref}:${ref}`], { runsHooks: true });
    return { outcome: 'pushed', commit: (await git.text(['rev-parse', '--verify', ref])).trim() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { outcome: 'refused', said: error.said };
  }
}
