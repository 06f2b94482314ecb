import { planAcceptanceReasons } from '../domain/plan/planAcceptance.js';
import type { ReviewPolicy } from '../domain/review/countedReview.js';
import { counted, type GateReason, listed, reason } from './gate.js';
import type { PlanFacts, TaskFacts } from './gateSnapshot.js';

/** Whether the plan of the task is there, accepted, and still what was accepted. Light tasks have none. */
export function baselineReasons({ row, plan }: TaskFacts): GateReason[] {
  if (row.light === 1 || plan === undefined) return [];
  const { acceptance, acceptedHash } = plan;
  const { path } = acceptance.plan;
  if (acceptance.contentHash === undefined) {
    const text = `The plan ${path} is not there.`;
    return [
      reason('plan_missing_baseline', text, 'Bring the file back, or register another plan: plan register.', [path]),
    ];
  }
  if (acceptedHash === null) {
    const fix = 'Have it reviewed, then accept it: plan accept.';
    return [reason('plan_not_accepted', `The plan ${path} was never accepted.`, fix, [path])];
  }
  if (acceptedHash === acceptance.contentHash) return [];
  const text = `The plan ${path} was edited after it was accepted.`;
  return [reason('plan_stale', text, 'Have it reviewed as it is now, then accept it again: plan accept.', [path])];
}

/** Boxes that are proven and not ticked. */
export function checklistReasons({ row, plan }: TaskFacts): GateReason[] {
  if (row.light === 1 || plan === undefined || plan.dueBoxes.length === 0) return [];
  const text = `${counted(plan.dueBoxes.length, 'proven item')} of the plan not ticked: ${listed(plan.dueBoxes)}.`;
  return [reason('checklist_sync_pending', text, 'Tick what is proven: plan sync --apply.', plan.dueBoxes)];
}

/** Criteria that were ticked by hand; they never block. */
export function attestationWarnings({ row, plan }: TaskFacts): GateReason[] {
  if (row.light === 1 || plan === undefined || plan.unattestedBoxes.length === 0) return [];
  const boxes = plan.unattestedBoxes;
  const text = `${counted(boxes.length, 'ticked criterion', 'ticked criteria')} that nobody attested: ${listed(boxes)}.`;
  return [
    reason('checklist_sync_pending', text, `Vouch for it: plan attest ${boxes[0]} --note <what you saw>.`, boxes),
  ];
}

/** Why the plan cannot be accepted. */
export function acceptanceReasons(
  plan: PlanFacts,
  policy: Pick<ReviewPolicy, 'independent' | 'minimumGrade'>,
): GateReason[] {
  return planAcceptanceReasons(plan.acceptance, policy).map(({ code, text, about }) =>
    reason(code, text, fixes[code], about.length > 0 ? about : [plan.acceptance.plan.path]),
  );
}

const fixes = {
  plan_missing: 'Bring the file back, or register another plan: plan register.',
  plan_review_missing: 'Have the plan reviewed: review start, then review record.',
  plan_review_not_pass: 'Settle what the review says and have it reviewed again.',
  plan_review_stale: 'Have the plan reviewed as it is now.',
  plan_review_not_independent: 'Have the plan reviewed by somebody else: review start, then review record.',
  open_planning_finding: 'Fix, defer or refuse each with a note: finding fix, finding defer, finding wontfix.',
} as const;
