import { isAncestor } from './branches.js';
import type { GitPlace } from './lanePlace.js';
import { changeId, patchIds } from './patchId.js';

/** Max commits of the base to compare with the change of a branch, newest first. */
const maxCompared = 200;

export type MergedElsewhere =
  /** `commit` is the first one of the other branch that contains the work. */
  | { readonly how: 'merged'; readonly commit: string }
  /** `commit` makes the same change as all of the work, as a squash does. */
  | { readonly how: 'sameChange'; readonly commit: string };

/** Finds the work in a local or remote branch, by commit, else by change. `start` is the commit on which it began. */
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
  // A branch without commits of its own is always in its base.
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

/** Checks the local and the remote branch. */
export async function isIn(place: GitPlace, commit: string, branch: string): Promise<boolean> {
  for (const ref of [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`]) {
    const tip = await place.git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
    if (tip !== undefined && (await isAncestor(place, commit, tip))) return true;
  }
  return false;
}
