import { reviewReasons } from '../domain/review/countedReview.js';
import { message } from '../messages/message.js';
import { type GateReason, listed, reason } from './gate.js';
import type { GateSnapshot, TaskFacts } from './gateSnapshot.js';

/** Reports slices that are open, or closed without a decision. Light tasks have none. */
export function sliceReasons({ row, slices }: Pick<TaskFacts, 'row' | 'slices'>): GateReason[] {
  if (row.light === 1) return [];
  const open = slices.filter(slice => slice.status !== 'closed').map(slice => `S-${slice.number}`);
  const bare = slices
    .filter(slice => slice.status === 'closed' && slice.decision_id === null)
    .map(slice => `S-${slice.number}`);
  const reasons: GateReason[] = [];
  if (open.length > 0) {
    const text = message('gates.openSlices', { count: open.length, slices: listed(open) });
    reasons.push(reason('open_slice', text, message('gates.openSlicesFix'), open));
  }
  if (bare.length > 0) {
    const text = message('gates.bareSlices', { count: bare.length, slices: listed(bare) });
    reasons.push(reason('slice_without_decision', text, message('gates.bareSlicesFix'), bare));
  }
  return reasons;
}

export function remainderReasons({
  openBlockers,
  pendingActions,
}: Pick<TaskFacts, 'openBlockers' | 'pendingActions'>): GateReason[] {
  const reasons: GateReason[] = [];
  if (openBlockers.length > 0) {
    const refs = openBlockers.map(blocker => `B-${blocker.number}`);
    const text = message('gates.openBlockers', {
      count: openBlockers.length,
      first: short(openBlockers[0]?.description),
    });
    reasons.push(reason('open_blocker', text, message('gates.openBlockersFix'), refs));
  }
  if (pendingActions.length > 0) {
    const refs = pendingActions.map(action => `A-${action.number}`);
    const text = message('gates.pendingActions', {
      count: pendingActions.length,
      first: short(pendingActions[0]?.action),
    });
    reasons.push(reason('pending_next_action', text, message('gates.pendingActionsFix'), refs));
  }
  return reasons;
}

export function reviewRuleReasons({ tree, config }: GateSnapshot, task: TaskFacts): GateReason[] {
  const found = reviewReasons(task.reviewRuns, task.authors, config.review, tree.hash ?? '');
  return found.map(({ code, text, about }) => reason(code, text, message('gates.reviewFix'), about));
}

function short(text = ''): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
