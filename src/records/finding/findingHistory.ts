import type { Context } from '../context.js';

/** What git says about the commits of earlier findings, seen from HEAD; asked before a transaction. */
export interface FindingHistory {
  /** True when HEAD holds this commit. */
  contains(commit: string): boolean;
  /** True when HEAD's history and this commit have gone apart, as after a rebase. */
  hasLeft(commit: string): boolean;
}

/** History where there is no worktree, or nothing to ask. */
export const noHistory: FindingHistory = { contains: () => false, hasLeft: () => false };

/** Looks at the commits of all findings that have one of these fingerprints. */
export async function historyOf(
  { store, workTree }: Context,
  fingerprints: readonly string[],
): Promise<FindingHistory> {
  const head = (await workTree?.head())?.commit;
  if (workTree === undefined || head === undefined) return noHistory;
  const rows = await store.read(transaction => transaction.findings.ofFingerprints(fingerprints));
  const commits = new Set(rows.flatMap(row => [row.commit_sha ?? [], row.fixed_sha ?? []].flat()));
  const contained = new Set<string>();
  const left = new Set<string>();
  for (const commit of commits) {
    if (commit === head) contained.add(commit);
    else if ((await workTree.resolveCommit(commit)) === undefined) left.add(commit);
    else if (await workTree.isAncestor(commit, head)) contained.add(commit);
    else if (!(await workTree.isAncestor(head, commit))) left.add(commit);
  }
  return { contains: commit => contained.has(commit), hasLeft: commit => left.has(commit) };
}
