import type { Context } from '../context.js';

/** Earlier findings' commits in relation to HEAD; read from git before a transaction. */
export interface FindingHistory {
  contains(commit: string): boolean;
  /** True if HEAD's history has diverged from the commit, as after a rebase. */
  hasLeft(commit: string): boolean;
}

export const noHistory: FindingHistory = { contains: () => false, hasLeft: () => false };

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
