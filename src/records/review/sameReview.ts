import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { Context } from '../context.js';

/** A branch's last commit, and the commit that it is to come on top of. */
export interface BranchNow {
  readonly to: string;
  readonly onto: string;
}

/** The result for two commits never changes. */
const known = new Map<string, boolean>();
const remembered = 200;

/** True if the branch's change at `to` was reviewed and only rebased, as for a lane's approval. False if git cannot tell. */
export async function isSameReview(
  { workTree, lanes }: Context,
  { commit_sha: from, subject_hash: hash }: Pick<ReviewRunRow, 'commit_sha' | 'subject_hash'>,
  { to, onto }: BranchNow,
): Promise<boolean> {
  if (from === null || hash === null || workTree === undefined || lanes === undefined) return false;
  const key = [from, hash, to, onto].join(' ');
  const found = known.get(key);
  if (found !== undefined) return found;
  const isReviewed = (await workTree.resolveCommit(from)) === from && (await workTree.treeHashOf(from)) === hash;
  const isSame = isReviewed && (await (await lanes.trees()).isSameChange({ from, to, onto }));
  if (known.size >= remembered) known.clear();
  known.set(key, isSame);
  return isSame;
}
