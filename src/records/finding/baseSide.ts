import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';
import { laneAt } from '../lane/laneAt.js';
import { forkPoint, reviewedTree } from '../review/forkPoint.js';
import { placeOf, resolveTaskOrNone } from '../task/taskAccess.js';

/** Returns the commit at which the branch left the target of the lane or task here, or of `task`. Refuses without either. */
export async function baseCommit(context: Context, task: string | undefined): Promise<string> {
  const workTree = reviewedTree(context);
  const { branch, commit } = await workTree.head();
  if (branch === undefined || commit === undefined) {
    throw refusalError('transition_not_allowed', 'reviews.noBranch', { hint: 'reviews.noBranchHint' });
  }
  const place = await placeOf(context);
  const target = await context.store.read(
    async transaction =>
      (await laneAt(transaction, place.directory))?.base_branch ??
      (await resolveTaskOrNone(transaction, place, task))?.base_branch,
  );
  const base = target ?? (await workTree.defaultBranch());
  const from = base === undefined ? undefined : await forkPoint(workTree, base, commit);
  if (from !== undefined) return from;
  throw refusalError(
    'not_found',
    message('reviews.noBase', { base: base ?? message('reviews.mainOrMaster'), branch }),
    {
      hint: 'reviews.noBaseHint',
    },
  );
}

/** Refuses a file without a base's side: `base` is HEAD and the worktree has not changed the file, as on the main branch. */
export async function checkBaseSide({ workTree }: Context, base: string | undefined, path: string): Promise<void> {
  if (workTree === undefined || base === undefined || base !== (await workTree.head()).commit) return;
  if ((await workTree.changes()).some(change => change.path === path || change.oldPath === path)) return;
  throw refusalError('invalid_input', message('findings.noBaseSide', { path, commit: base.slice(0, 10) }), {
    hint: 'findings.noBaseSideHint',
    details: { field: 'side' },
  });
}
