import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { sliceLimits } from '../../domain/slice/sliceRow.js';
import type { WorkTree } from '../../git/workTree.js';

/**
 * What git says has changed since a slice was started, committed or not; sorted, and cut at the limit. Undefined where git
 * cannot tell, because there was no commit to start from, or it is gone.
 */
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

/** Each path once, in order, as many as are kept. */
export function sortedPaths(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort().slice(0, sliceLimits.changedFiles);
}
