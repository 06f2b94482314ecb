import { refusalError } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Context } from '../context.js';

/** Refuses outside of a repository (`no_repository`). */
export function reviewedTree({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw refusalError('no_repository', 'reviews.noWorkTree', { hint: 'reviews.noWorkTreeHint' });
}

/** Returns the commit at which a branch with head `commit` left its base; undefined without such a base, here or on origin. */
export async function forkPoint(workTree: WorkTree, base: string, commit: string): Promise<string | undefined> {
  const tip =
    (await workTree.resolveCommit(`refs/heads/${base}`)) ??
    (await workTree.resolveCommit(`refs/remotes/origin/${base}`));
  return tip && ((await workTree.mergeBase(tip, commit)) ?? tip);
}
