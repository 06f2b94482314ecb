import { isAncestor } from './branches.js';
import type { GitPlace } from './lanePlace.js';
import { type MergeRequest, startOf } from './mergeBranch.js';

export interface MergePlan {
  readonly commits: number;
  /** Commits of the remote's base that the local base lacks; they come along unchanged. */
  readonly along: number;
}

/** Counts the commits of a merge; undefined without branch or target. */
export async function planMerge(
  { git }: GitPlace,
  { branch, into, way }: Pick<MergeRequest, 'branch' | 'into' | 'way'>,
): Promise<MergePlan | undefined> {
  const commitOf = (ref: string) => git.line(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  const [tip, local, remote] = await Promise.all([
    commitOf(`refs/heads/${branch}`),
    commitOf(`refs/heads/${into}`),
    commitOf(`refs/remotes/origin/${into}`),
  ]);
  const base = local ?? remote;
  if (tip === undefined || base === undefined) return undefined;
  const count = async (...range: string[]) => Number(await git.text(['rev-list', '--count', ...range, '--']));
  const [all, own] = await Promise.all([count(tip, `^${base}`), count(tip, `^${base}`, `^${remote ?? base}`)]);
  if (way === 'rebase' && !(await isAncestor({ git }, base, tip))) {
    // Merges are linearized; commits that the base has are left out.
    const commits = await count('--no-merges', '--cherry-pick', '--right-only', `${base}...${tip}`);
    return { commits, along: 0 };
  }
  if (way === 'squash' && (await startOf({ git }, into, { tip, base })) === base) return { commits: all, along: 0 };
  return { commits: own, along: all - own };
}
