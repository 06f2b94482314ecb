import type { Head, WorkTree } from '../../git/workTree.js';

/** What git has in progress while a branch is checked out; a rebase or bisect goes on without one. */
const onBranches: ReadonlySet<string> = new Set(['merge', 'cherry-pick', 'revert']);

/** Whether the next commit is part of a merge, rebase or the like, whose content was judged where it comes from. */
export async function isPartOfOperation(workTree: WorkTree, { branch }: Head): Promise<boolean> {
  const operation = await workTree.operationInProgress();
  if (operation === undefined || (branch !== undefined && !onBranches.has(operation))) return false;
  if (operation !== 'merge') return true;
  // Git begins no merge of what the branch has already: someone else wrote that file.
  const merged = await workTree.resolveCommit('MERGE_HEAD');
  return merged !== undefined && !(await workTree.isAncestor(merged, 'HEAD'));
}
