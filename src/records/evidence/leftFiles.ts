import { readLeft } from '../../domain/evidence/leftOut.js';
import type { TreeAsIs, WorkTree } from '../../git/workTree.js';
import type { Context } from '../context.js';

/** Max last runs on a branch whose left files are known. */
const runsLookedAt = 50;

export interface TreeNow extends TreeAsIs {
  /** Untracked files that earlier commands left here, which the hash excludes. */
  readonly left: ReadonlySet<string>;
}

/** Hashes a worktree as it is, without the files that commands of its branch left untracked: they are results, not content. */
export async function treeNow({ store }: Pick<Context, 'store'>, workTree: WorkTree): Promise<TreeNow> {
  const tree = await workTree.treeAsIs();
  const { branch } = tree.untracked.length === 0 ? {} : await workTree.head();
  if (branch === undefined) return { ...tree, left: new Set() };
  const runs = await store.read(({ evidence }) => evidence.list({ branch }, runsLookedAt));
  const known = new Set(runs.flatMap(({ receipt }) => readLeft(receipt)));
  const left = new Set(tree.untracked.filter(path => known.has(path)));
  return left.size === 0 ? { ...tree, left } : { ...(await workTree.treeAsIs([...left])), left };
}
