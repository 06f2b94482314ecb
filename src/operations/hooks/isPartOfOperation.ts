import type { Head, WorkTree } from '../../git/workTree.js';

/** Operations on a branch, with the file that names their commit; a rebase or bisect has no branch. */
const onBranches: ReadonlyMap<string, string> = new Map([
  ['merge', 'MERGE_HEAD'],
  ['cherry-pick', 'CHERRY_PICK_HEAD'],
  ['revert', 'REVERT_HEAD'],
]);

/**
 * True if the next commit is part of a merge, rebase or the like, judged at its origin. Anyone can write the files that mark
 * these: so a merge must bring something, and a pick or revert may change, of the paths of `staged`, only its commit's.
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
  // Git begins no merge of commits that the branch has.
  if (operation === 'merge') return !(await workTree.isAncestor(commit, 'HEAD'));
  const touched = await pathsOf(workTree, commit);
  return (await staged()).every(path => touched.has(path));
}

/** Paths that a commit changes, with their current names on the branch. */
async function pathsOf(workTree: WorkTree, commit: string): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  // Either side of a merge may be picked.
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
