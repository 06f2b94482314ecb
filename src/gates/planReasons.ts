import { planAcceptanceReasons } from '../domain/plan/planAcceptance.js';
import type { ReviewPolicy } from '../domain/review/countedReview.js';
import { message } from '../messages/message.js';
import { type GateReason, listed, reason } from './gate.js';
import type { PlanFacts, TaskFacts } from './gateSnapshot.js';

/** Reports a plan that is missing, not accepted, or edited since. Light tasks have none. */
export function baselineReasons({ row, plan }: TaskFacts): GateReason[] {
  if (row.light === 1 || plan === undefined) return [];
  const { acceptance, acceptedHash } = plan;
  const { path } = acceptance.plan;
  if (acceptance.contentHash === undefined) {
    const text = message('gates.planMissing', { path });
    return [reason('plan_missing_baseline', text, message('gates.planMissingFix'), [path])];
  }
  if (acceptedHash === null) {
    const fix = message('gates.planNotAcceptedFix');
    return [reason('plan_not_accepted', message('gates.planNotAccepted', { path }), fix, [path])];
  }
  if (acceptedHash === acceptance.contentHash) return [];
  const text = message('gates.planEdited', { path });
  return [reason('plan_stale', text, message('gates.planEditedFix'), [path])];
}

export function checklistReasons({ row, plan }: TaskFacts): GateReason[] {
  if (row.light === 1 || plan === undefined || plan.dueBoxes.length === 0) return [];
  const text = message('gates.planUnticked', { count: plan.dueBoxes.length, items: listed(plan.dueBoxes) });
  return [reason('checklist_sync_pending', text, message('gates.planUntickedFix'), plan.dueBoxes)];
}

export function attestationWarnings({ row, plan }: TaskFacts): GateReason[] {
  if (row.light === 1 || plan === undefined || plan.unattestedBoxes.length === 0) return [];
  const boxes = plan.unattestedBoxes;
  const text = message('gates.planUnattested', { count: boxes.length, boxes: listed(boxes) });
  return [reason('checklist_sync_pending', text, message('gates.planUnattestedFix'), boxes, { remedy: 'attestPlan' })];
}

export function acceptanceReasons(plan: PlanFacts, policy: Omit<ReviewPolicy, 'reviewers'>): GateReason[] {
  const { path } = plan.acceptance.plan;
  return planAcceptanceReasons(plan.acceptance, policy).map(({ code, text, about }) =>
    reason(code, text, fixes[code], about.length > 0 ? about : [path], { input: { plan: path } }),
  );
}

const fixes = {
  plan_missing: message('gates.planMissingFix'),
  plan_review_missing: message('gates.planReviewMissingFix'),
  plan_review_not_pass: message('gates.planReviewFailedFix'),
  plan_review_stale: message('gates.planReviewStaleFix'),
  plan_review_not_independent: message('gates.planReviewOwnFix'),
  open_planning_finding: message('gates.planFindingsFix'),
} as const;
