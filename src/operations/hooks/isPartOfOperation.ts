import type { Head, WorkTree } from '../../git/workTree.js';

/** What git has in progress while a branch is checked out; a rebase or bisect goes on without one. */
const onBranches: ReadonlySet<string> = new Set(['merge', 'cherry-pick', 'revert']);

/** Whether the next commit is part of a merge, rebase or the like, whose content was judged where it comes from. */
export async function isPartOfOperation(workTree: WorkTree, { branch }: Head): Promise<boolean> {
  const operation = await workTree.operationInProgress();
  return operation !== undefined && (branch === undefined || onBranches.has(operation));
}
