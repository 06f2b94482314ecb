import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { sliceLimits } from '../../domain/slice/sliceRow.js';
import type { WorkTree } from '../../git/workTree.js';

/** Files changed since a slice's start, committed or not; sorted, and cut at the limit. Undefined without its commit. */
export async function changedSince(
  workTree: WorkTree | undefined,
  slice: Pick<SliceRow, 'base_sha'>,
): Promise<string[] | undefined> {
  const { base_sha: base } = slice;
  if (workTree === undefined || base === null) return undefined;
  const { commit } = await workTree.head();
  if (commit === undefined || (await workTree.resolveCommit(base)) === undefined) return undefined;
  const committed = await workTree.changesBetween(base, commit);
  return sortedPaths([...committed, ...(await workTree.changes())].map(({ path }) => path));
}

/** Sorted, deduplicated paths, up to the limit. */
export function sortedPaths(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort().slice(0, sliceLimits.changedFiles);
}
