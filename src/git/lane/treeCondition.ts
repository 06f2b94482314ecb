import { type GitProcess, splitNul } from '../gitProcess.js';
import { operationInProgress } from '../operationInProgress.js';
import { readLock } from '../registrationOf.js';

/** Content that the branch lacks, and obstacles to removal. */
export interface TreeCondition {
  /** Number of tracked files that differ from HEAD, staged or not. */
  readonly changed: number;
  /** Number of new files that are not ignored. */
  readonly untracked: number;
  /** A merge, rebase, cherry-pick, revert or bisection. */
  readonly operation: string | undefined;
  /** Reason of git's lock; empty without a reason, undefined if not locked. */
  readonly locked: string | undefined;
  /** Submodules with work that no commit of this repository can keep. */
  readonly submodules: readonly { readonly path: string; readonly holds: 'changes' | 'commits' }[];
  /** Other repositories inside the worktree. */
  readonly nestedRepositories: readonly string[];
}

export async function conditionOf(git: GitProcess, gitDir: string): Promise<TreeCondition> {
  const status = await git.text([
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=none',
    '--no-renames',
  ]);
  let changed = 0;
  let untracked = 0;
  const nestedRepositories: string[] = [];
  const submodules: { path: string; holds: 'changes' | 'commits' }[] = [];
  for (const entry of splitNul(status)) {
    if (entry.startsWith('? ')) {
      if (entry.endsWith('/')) nestedRepositories.push(entry.slice(2, -1));
      else untracked += 1;
      continue;
    }
    changed += 1;
    const [, commit, , , path] = /^1 .. S(.)(.)(.) (?:\S+ ){5}([\s\S]+)$/.exec(entry) ?? [];
    if (path !== undefined) submodules.push({ path, holds: commit === 'C' ? 'commits' : 'changes' });
  }
  return {
    changed,
    untracked,
    operation: await operationInProgress(gitDir),
    locked: await readLock(gitDir),
    submodules,
    nestedRepositories,
  };
}
