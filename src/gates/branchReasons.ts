import { isProtectedBranch } from '../domain/config/protectedBranch.js';
import { counted, type GateReason, listed, reason } from './gate.js';
import type { GateSnapshot, TreeFacts } from './gateSnapshot.js';

/** What is wrong with the branch and the work tree themselves. */
export function branchReasons({ tree, task, config }: GateSnapshot): GateReason[] {
  const reasons: GateReason[] = [];
  const { branch, base } = tree;
  if (branch === undefined) {
    const back = task?.row.branch == null ? 'a branch' : task.row.branch;
    reasons.push(reason('detached_head', 'HEAD is detached.', `Switch to ${back} with “git switch”.`));
  } else if (branch === base || isProtectedBranch(config, branch)) {
    const text = `${branch} is protected: work is judged on a branch of its own.`;
    reasons.push(
      reason('on_protected_base', text, 'Start a task, which makes a branch: task start <objective>.', [branch]),
    );
  } else if (task?.row.branch != null && task.row.branch !== branch) {
    reasons.push(otherBranch(task.row, branch));
  }
  if (!tree.baseExists) reasons.push(unknownBase(tree));
  if (tree.operation !== undefined) {
    const text = `A ${tree.operation} is in progress.`;
    reasons.push(reason('operation_in_progress', text, `Finish the ${tree.operation} first.`));
  }
  if (tree.changed.length > 0) {
    const text = `${counted(tree.changed.length, 'path')} with changes that no commit holds: ${listed(tree.changed)}.`;
    reasons.push(reason('dirty_worktree', text, 'Commit them: slice commit, or git commit.', tree.changed));
  }
  return reasons;
}

/** Git runs no hook of ours any more, so that a commit or push would not be judged; nothing is wrong with the work. */
export function missedHooksWarnings({ tree: { missedHooks } }: GateSnapshot): GateReason[] {
  return missedHooks === undefined ? [] : [missedHooksReason(missedHooks)];
}

/** The same for whoever writes; see `WorkTree.missedHooks`. */
export function missedHooksReason(folder: string): GateReason {
  const text = `Git runs no hook of Stateroom here: the repository was moved, and git still looks in ${folder}.`;
  return reason('hooks_missed', text, 'Put them in place again: stateroom hooks install.', [folder]);
}

/** There is nothing to review, when there is a base to compare with. */
export function noChangesReasons({ tree }: GateSnapshot): GateReason[] {
  if (!tree.baseExists || tree.ahead > 0) return [];
  const text = `${tree.branch ?? 'HEAD'} has no commit that ${tree.base} has not.`;
  return [reason('no_changes_against_base', text, 'Commit the work on its branch: slice commit.')];
}

/** It does not merge into its base. */
export function mergeReasons({ tree }: GateSnapshot): GateReason[] {
  if (tree.mergesCleanly !== false) return [];
  const text = `${tree.branch ?? 'HEAD'} conflicts with ${tree.base}.`;
  const about = tree.base === undefined ? [] : [tree.base];
  return [reason('unmergeable', text, `Merge ${tree.base} into the branch and solve the conflicts.`, about)];
}

function unknownBase({ base, hasCommit }: TreeFacts): GateReason {
  // Before the first commit nothing can be fetched or named.
  if (!hasCommit) return reason('no_commit', 'Nothing is committed here yet.', 'Make the first commit: git commit.');
  const text =
    base === undefined ? 'There is no branch to judge against.' : `The base branch ${base} has no commit here.`;
  return reason(
    'unknown_base',
    text,
    'Fetch it, or name another one with: task update --base <branch> --revision <revision>.',
  );
}

function otherBranch(
  row: { readonly number: number; readonly branch: string | null; readonly worktree_path: string | null },
  branch: string,
): GateReason {
  const text = `T-${row.number} is worked on in ${row.branch}, and this work tree is on ${branch}.`;
  const place = row.worktree_path ?? `a work tree on ${row.branch}`;
  return reason('other_branch', text, `Ask from ${place}.`, [String(row.branch)]);
}
