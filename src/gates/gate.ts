import { z } from 'zod';
import { type Message, message } from '../messages/message.js';
import { sentenceSchema } from '../messages/sentence.js';

/** The questions with a yes or a list of reasons. */
export const gateNames = ['review-ready', 'close-check', 'plan-accept'] as const;
export type GateName = (typeof gateNames)[number];

/** Whose matter a reason is. */
export const reasonOwners = [
  'feature_branch',
  'handoff_evidence',
  'mergeability',
  'root_main_hygiene',
  'checklist_sync',
  'planning_baseline',
  'task_identity',
] as const;
export type ReasonOwner = (typeof reasonOwners)[number];

/** Every reason that a gate may give, with whose matter it is. */
export const ownerOfReason = {
  no_active_task: 'task_identity',
  ambiguous_task: 'task_identity',
  other_branch: 'task_identity',
  on_protected_base: 'root_main_hygiene',
  hooks_missed: 'root_main_hygiene',
  detached_head: 'feature_branch',
  no_commit: 'feature_branch',
  unknown_base: 'feature_branch',
  no_changes_against_base: 'feature_branch',
  dirty_worktree: 'feature_branch',
  operation_in_progress: 'feature_branch',
  unmergeable: 'mergeability',
  open_high_finding: 'handoff_evidence',
  open_medium_finding: 'handoff_evidence',
  open_low_finding: 'handoff_evidence',
  missing_test_evidence: 'handoff_evidence',
  stale_test_evidence: 'handoff_evidence',
  failing_test_evidence: 'handoff_evidence',
  missing_provenance: 'handoff_evidence',
  unchanged_fix: 'handoff_evidence',
  deferred_finding: 'handoff_evidence',
  no_named_proof: 'handoff_evidence',
  changes_requested: 'handoff_evidence',
  review_missing: 'handoff_evidence',
  review_not_independent: 'handoff_evidence',
  review_stale: 'handoff_evidence',
  open_slice: 'handoff_evidence',
  slice_without_decision: 'handoff_evidence',
  open_blocker: 'handoff_evidence',
  pending_next_action: 'handoff_evidence',
  checklist_sync_pending: 'checklist_sync',
  plan_missing_baseline: 'planning_baseline',
  plan_not_accepted: 'planning_baseline',
  plan_stale: 'planning_baseline',
  plan_missing: 'planning_baseline',
  plan_review_missing: 'planning_baseline',
  plan_review_not_pass: 'planning_baseline',
  plan_review_stale: 'planning_baseline',
  plan_review_not_independent: 'planning_baseline',
  open_planning_finding: 'planning_baseline',
} as const satisfies Readonly<Record<string, ReasonOwner>>;
export type ReasonCode = keyof typeof ownerOfReason;

export const reasonCodes = Object.keys(ownerOfReason) as [ReasonCode, ...ReasonCode[]];

/** Why a gate is not ready, or what to mind although it is. */
export const gateReasonSchema = z.object({
  code: z.enum(reasonCodes),
  owner: z.enum(reasonOwners),
  /** One sentence: what is in the way. */
  text: sentenceSchema,
  /** The next step: a command of Stateroom or git, or words; never destructive. */
  fix: sentenceSchema,
  /** What it is about: refs as `F-3`, paths, branch names; at most 20. */
  about: z.array(z.string()),
});
export type GateReason = z.infer<typeof gateReasonSchema>;

/** The answer of a gate: ready exactly when there is no reason. */
export interface Verdict {
  readonly ready: boolean;
  readonly reasons: readonly GateReason[];
  /** What does not block. */
  readonly warnings: readonly GateReason[];
}

/** How many things one reason names. */
export const namedByReason = 20;

/** Makes a reason; `about` beyond what is named is left out. */
export function reason(code: ReasonCode, text: Message, fix: Message, about: readonly string[] = []): GateReason {
  return { code, owner: ownerOfReason[code], text, fix, about: about.slice(0, namedByReason) };
}

/** `1 blocker`, `3 blockers`; `many` where the plural is no s. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** `F-1, F-2 and 4 more`. */
export function listed(names: readonly string[]): string | Message {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? message('input.listed', { names: shown, more: names.length - 5 }) : shown;
}
