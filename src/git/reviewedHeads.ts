import { sha256 } from '../platform/sha256.js';
import type { GitPlace } from './lane/lanePlace.js';

const root = 'refs/stateroom/reviewed/';

/** Skips reviews in the next `--all` or `--glob`: removed with their lane, they do not preserve a commit. */
export const exceptReviewed = `--exclude=${root}*`;

/** Replaces the lane's previous record. */
export async function keepReviewed(
  { git }: Pick<GitPlace, 'git'>,
  lane: string,
  reviewer: string,
  commit: string,
): Promise<void> {
  await git.run(['update-ref', reviewedRef(lane, reviewer), commit]);
}

/** Full id; undefined without a review. */
export function reviewedHead(
  { git }: Pick<GitPlace, 'git'>,
  lane: string,
  reviewer: string,
): Promise<string | undefined> {
  return git.line(['rev-parse', '--verify', '--quiet', `${reviewedRef(lane, reviewer)}^{commit}`]);
}

/** By lane, without unreviewed lanes. Starts git once; not at all without lanes. */
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

export async function forgetReviewed({ git }: Pick<GitPlace, 'git'>, lane: string): Promise<void> {
  const refs = (await git.text(['for-each-ref', '--format=delete %(refname)', `${root}${lane}/`])).trim();
  if (refs !== '') await git.run(['update-ref', '--stdin'], { input: `${refs}\n` });
}

/** Lower case: names that differ only by case would be one file on some disks. */
function reviewedRef(lane: string, reviewer: string): string {
  const words = reviewer.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${root}${lane}/${words.slice(0, 40).replace(/^-|-$/g, '') || 'reviewer'}-${sha256(reviewer).slice(0, 8)}`;
}
