import { isAncestor } from './branches.js';
import type { GitPlace } from './lanePlace.js';
import { changeId, patchIds } from './patchId.js';

/** Max commits of the base that are compared with the whole change of a branch, newest first. */
const maxCompared = 200;

/** Way in which the work of a branch was merged into another one without Stateroom. */
export type MergedElsewhere =
  /** The other branch contains the work; `commit` is the first one on it that does. */
  | { readonly how: 'merged'; readonly commit: string }
  /** A commit of the other branch makes the same change as all of the work, as a squash does. */
  | { readonly how: 'sameChange'; readonly commit: string };

/** Finds a commit, else one with the same change, in a local or remote branch. `start` is where the work began. */
export async function findMerged(
  place: GitPlace,
  { tip, start, into }: { readonly tip: string; readonly start: string; readonly into: string },
): Promise<MergedElsewhere | undefined> {
  const { git } = place;
  const refs = [`refs/heads/${into}`, `refs/remotes/origin/${into}`];
  const bases: string[] = [];
  for (const ref of refs) {
    const commit = await git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
    if (commit !== undefined && !bases.includes(commit)) bases.push(commit);
  }
  // A branch without commits of its own is in its base from the beginning.
  if (await isAncestor(place, tip, start)) return undefined;
  for (const base of bases) {
    if (!(await isAncestor(place, tip, base))) continue;
    const path = await git.text(['rev-list', '--first-parent', '--ancestry-path', '--reverse', `${tip}..${base}`]);
    return { how: 'merged', commit: path.split('\n')[0] || tip };
  }
  for (const base of bases) {
    const commit = await sameChange(place, tip, base);
    if (commit !== undefined) return { how: 'sameChange', commit };
  }
  return undefined;
}

async function sameChange({ git }: GitPlace, tip: string, base: string): Promise<string | undefined> {
  const fork = await git.line(['merge-base', tip, base]);
  if (fork === undefined || fork === base) return undefined;
  const own = await changeId(git, fork, tip);
  if (own === undefined) return undefined;
  const range = `${fork}..${base}`;
  const log = ['log', '-p', '--no-ext-diff', '--full-index', '--no-merges', `--max-count=${maxCompared}`, range];
  return (await patchIds(git, await git.text(log))).find(({ id }) => id === own)?.commit;
}

/** Returns true if a branch, here or at the remote, contains a commit. */
export async function isIn(place: GitPlace, commit: string, branch: string): Promise<boolean> {
  for (const ref of [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`]) {
    const tip = await place.git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
    if (tip !== undefined && (await isAncestor(place, commit, tip))) return true;
  }
  return false;
}
