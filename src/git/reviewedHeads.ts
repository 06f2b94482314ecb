import { sha256 } from '../platform/sha256.js';
import type { GitPlace } from './lane/lanePlace.js';

const root = 'refs/stateroom/reviewed/';

/**
 * Has the next `--all` or `--glob` of `git rev-list` pass over the references of reviews: they go with their lane, so a commit
 * that they alone lead to is kept nowhere else.
 */
export const exceptReviewed = `--exclude=${root}*`;

/** Keeps the commit of a lane that somebody has reviewed, in place of the one before. */
export async function keepReviewed(
  { git }: Pick<GitPlace, 'git'>,
  lane: string,
  reviewer: string,
  commit: string,
): Promise<void> {
  await git.run(['update-ref', reviewedRef(lane, reviewer), commit]);
}

/** Full hash of the commit that a reviewer last reviewed in a lane; undefined if they have not reviewed it. */
export function reviewedHead(
  { git }: Pick<GitPlace, 'git'>,
  lane: string,
  reviewer: string,
): Promise<string | undefined> {
  return git.line(['rev-parse', '--verify', '--quiet', `${reviewedRef(lane, reviewer)}^{commit}`]);
}

/** The same of several lanes, by their names; one that they have not reviewed has none. Git is asked once, of no lane not at all. */
export async function reviewedHeads(
  { git }: Pick<GitPlace, 'git'>,
  lanes: readonly string[],
  reviewer: string,
): Promise<ReadonlyMap<string, string>> {
  if (lanes.length === 0) return new Map();
  const names = new Map(lanes.map(lane => [reviewedRef(lane, reviewer), lane]));
  const listed = await git.text(['for-each-ref', '--format=%(objectname) %(refname)', ...names.keys()]);
  const found = new Map<string, string>();
  for (const line of listed.split('\n')) {
    const [commit = '', ref = ''] = line.split(' ');
    const lane = names.get(ref);
    if (lane !== undefined) found.set(lane, commit);
  }
  return found;
}

/** Forgets all reviews of a lane. */
export async function forgetReviewed({ git }: Pick<GitPlace, 'git'>, lane: string): Promise<void> {
  const refs = (await git.text(['for-each-ref', '--format=delete %(refname)', `${root}${lane}/`])).trim();
  if (refs !== '') await git.run(['update-ref', '--stdin'], { input: `${refs}\n` });
}

/** Names may hold anything, and differ by upper and lower case alone, which is one file on some disks. */
function reviewedRef(lane: string, reviewer: string): string {
  const words = reviewer.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${root}${lane}/${words.slice(0, 40).replace(/^-|-$/g, '') || 'reviewer'}-${sha256(reviewer).slice(0, 8)}`;
}
