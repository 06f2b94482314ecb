import { isProtectedBranch } from '../domain/config/protectedBranch.js';
import { type FaultyHooks, presentFault } from '../domain/hooks/hookFault.js';
import { message } from '../messages/message.js';
import { type GateReason, listed, reason } from './gate.js';
import type { GateSnapshot, TaskFacts, TreeFacts } from './gateSnapshot.js';

export function branchReasons({ tree, task, config }: GateSnapshot): GateReason[] {
  const reasons: GateReason[] = [];
  const { branch, base } = tree;
  if (branch === undefined) {
    const back = task?.row.branch == null ? message('gates.someBranch') : task.row.branch;
    reasons.push(
      reason('detached_head', message('gates.detachedHead'), message('gates.detachedHeadFix', { branch: back })),
    );
  } else if (branch === base || isProtectedBranch(config, branch)) {
    const text = message('gates.onProtectedBase', { branch });
    reasons.push(reason('on_protected_base', text, message('gates.onProtectedBaseFix'), [branch]));
  } else if (task?.row.branch != null && task.row.branch !== branch) {
    reasons.push(otherBranch(task.row, branch));
  }
  if (!tree.baseExists) reasons.push(unknownBase(tree));
  if (tree.operation !== undefined) {
    const text = message('gates.operationInProgress', { operation: tree.operation });
    reasons.push(
      reason('operation_in_progress', text, message('gates.operationInProgressFix', { operation: tree.operation })),
    );
  }
  if (tree.replaced.here.length > 0) reasons.push(replacedReason(tree.replaced.here));
  if (tree.changed.length > 0) {
    const text = message('gates.dirtyWorktree', { count: tree.changed.length, paths: listed(tree.changed) });
    const fix = hasOpenSlice(task) ? message('gates.dirtyWorktreeFix') : message('gates.dirtyWorktreeGitFix');
    reasons.push(reason('dirty_worktree', text, fix, tree.changed, commitRemedy(task)));
  }
  return reasons;
}

/** Warns of replaced objects outside this branch and its base; they do not affect this work. */
export function replacedWarnings({ tree: { replaced } }: GateSnapshot): GateReason[] {
  return replaced.elsewhere.length === 0 ? [] : [replacedReason(replaced.elsewhere)];
}

/** Reports that git shows replacements where the gate judges the original objects. */
function replacedReason(ids: readonly string[]): GateReason {
  const objects = listed(ids.map(id => id.slice(0, 10)));
  const text = message('gates.replaced', { count: ids.length, objects });
  return reason('replaced_objects', text, message('gates.replacedFix'), ids);
}

/** Warns that git does not reach our hooks, so commits and pushes are not checked. The work itself may be fine. */
export function missedHooksWarnings({ tree: { missedHooks } }: GateSnapshot): GateReason[] {
  return missedHooks === undefined ? [] : [missedHooksReason(missedHooks)];
}

/** Makes that reason also for callers that write; see `WorkTree.missedHooks`. */
export function missedHooksReason(missed: FaultyHooks): GateReason {
  const { text, fix } = presentFault(missed, 'here');
  const isMoved = missed.faults[0]?.why === 'moved';
  const about = missed.faults.map(({ file }) => file);
  return reason('hooks_missed', text, fix, about, isMoved ? {} : { remedy: 'showHooks' });
}

export function noChangesReasons({ tree, task }: GateSnapshot): GateReason[] {
  if (!tree.baseExists || tree.ahead > 0) return [];
  const text = message('gates.noChanges', { branch: tree.branch ?? 'HEAD', base: String(tree.base) });
  return [reason('no_changes_against_base', text, message('gates.noChangesFix'), [], commitRemedy(task))];
}

/** Stateroom commits the work of an open slice; git commits the rest. */
function commitRemedy(task: TaskFacts | undefined): Pick<GateReason, 'remedy'> {
  return hasOpenSlice(task) ? {} : { remedy: 'sourceControl' };
}

function hasOpenSlice(task: TaskFacts | undefined): boolean {
  return task?.slices.some(({ status }) => status === 'open') ?? false;
}

export function mergeReasons({ tree }: GateSnapshot): GateReason[] {
  if (tree.mergesCleanly !== false) return [];
  const text = message('gates.unmergeable', { branch: tree.branch ?? 'HEAD', base: String(tree.base) });
  const about = tree.base === undefined ? [] : [tree.base];
  return [reason('unmergeable', text, message('gates.unmergeableFix', { base: String(tree.base) }), about)];
}

function unknownBase({ base, hasCommit }: TreeFacts): GateReason {
  // Before the first commit nothing can be fetched or named.
  if (!hasCommit) return reason('no_commit', message('gates.noCommit'), message('gates.noCommitFix'));
  const text = base === undefined ? message('gates.noBase') : message('gates.unknownBase', { base });
  return reason('unknown_base', text, message('gates.unknownBaseFix'));
}

function otherBranch(
  row: { readonly number: number; readonly branch: string | null; readonly worktree_path: string | null },
  branch: string,
): GateReason {
  const text = message('gates.otherBranch', { task: row.number, branch: String(row.branch), here: branch });
  const place = row.worktree_path ?? message('gates.workTreeOn', { branch: String(row.branch) });
  return reason('other_branch', text, message('gates.otherBranchFix', { place }), [String(row.branch)]);
}
