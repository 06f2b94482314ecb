import { refusalError } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Context } from '../context.js';

/** The worktree of the call. Throws a `no_repository` refusal outside of a repository. */
export function reviewedTree({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw refusalError('no_repository', 'reviews.noWorkTree', { hint: 'reviews.noWorkTreeHint' });
}

/** The commit in which a branch whose head is `commit` left its base; undefined where there is no such base, here or on origin. */
export async function forkPoint(workTree: WorkTree, base: string, commit: string): Promise<string | undefined> {
  const tip =
    (await workTree.resolveCommit(`refs/heads/${base}`)) ??
    (await workTree.resolveCommit(`refs/remotes/origin/${base}`));
  return tip && ((await workTree.mergeBase(tip, commit)) ?? tip);
}
