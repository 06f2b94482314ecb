import type { Head, WorkTree } from '../../git/workTree.js';

/** What git has in progress while a branch is checked out, and what names its commit; a rebase or bisect goes on without a branch. */
const onBranches: ReadonlyMap<string, string> = new Map([
  ['merge', 'MERGE_HEAD'],
  ['cherry-pick', 'CHERRY_PICK_HEAD'],
  ['revert', 'REVERT_HEAD'],
]);

/**
 * Whether the next commit is part of a merge, rebase or the like, whose content was judged where it comes from. Anyone can write
 * the files by which git knows: a merge must bring something, and a cherry-pick or revert may change, of what `staged` returns, only
 * what its commit changes.
 */
export async function isPartOfOperation(
  workTree: WorkTree,
  { branch }: Head,
  staged: () => Promise<readonly string[]>,
): Promise<boolean> {
  const operation = await workTree.operationInProgress();
  if (operation === undefined) return false;
  const name = onBranches.get(operation);
  if (name === undefined) return branch === undefined;
  const commit = await workTree.resolveCommit(name);
  if (commit === undefined) return false;
  // Git begins no merge of what the branch has already.
  if (operation === 'merge') return !(await workTree.isAncestor(commit, 'HEAD'));
  const touched = await pathsOf(workTree, commit);
  return (await staged()).every(path => touched.has(path));
}

/** The paths that a commit changes, and what they are called on the branch now. */
async function pathsOf(workTree: WorkTree, commit: string): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  // Of a merge, either side can be what is picked.
  for (const side of [`${commit}^1`, `${commit}^2`]) {
    const parent = await workTree.resolveCommit(side);
    if (parent === undefined) continue;
    for (const { path, oldPath = path } of await workTree.changesBetween(parent, commit)) {
      touched.add(path).add(oldPath);
    }
  }
  for (const { path, oldPath } of await workTree.changesBetween(commit, 'HEAD')) {
    if (oldPath !== undefined && touched.has(oldPath)) touched.add(path);
  }
  return touched;
}
