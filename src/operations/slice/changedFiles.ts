import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { sliceLimits } from '../../domain/slice/sliceRow.js';
import type { WorkTree } from '../../git/workTree.js';

/**
 * Files changed since a slice's start, committed or not; sorted, and cut at the limit. Undefined without its commit. `onto` is the
 * branch that the task starts from: what came from there since, by a rebase or a merge, is not the slice's.
 */
export async function changedSince(
  workTree: WorkTree | undefined,
  { base_sha: base }: Pick<SliceRow, 'base_sha'>,
  onto: string | null,
): Promise<string[] | undefined> {
  if (workTree === undefined || base === null) return undefined;
  const { commit } = await workTree.head();
  if (commit === undefined || (await workTree.resolveCommit(base)) === undefined) return undefined;
  let committed = pathsOf(await workTree.changesBetween(base, commit));
  for (const fork of await forksAfter(workTree, base, commit, onto)) {
    const own = new Set(pathsOf(await workTree.changesBetween(fork, commit)));
    committed = committed.filter(path => own.has(path));
  }
  return sortedPaths([...committed, ...pathsOf(await workTree.changes())]);
}

function pathsOf(changes: readonly { readonly path: string }[]): string[] {
  return changes.map(({ path }) => path);
}

/** Commits of `onto`, here and at the remote, that `commit` has and the slice's start had not. */
async function forksAfter(workTree: WorkTree, base: string, commit: string, onto: string | null): Promise<string[]> {
  if (onto === null) return [];
  const forks = new Set<string>();
  for (const place of [`refs/heads/${onto}`, `refs/remotes/origin/${onto}`]) {
    const tip = await workTree.resolveCommit(place);
    const fork = tip === undefined ? undefined : await workTree.mergeBase(tip, commit);
    // Work that was merged has no start there.
    if (fork !== undefined && fork !== commit && !(await workTree.isAncestor(fork, base))) forks.add(fork);
  }
  return [...forks];
}

/** Sorted, deduplicated paths, up to the limit. */
export function sortedPaths(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort().slice(0, sliceLimits.changedFiles);
}
