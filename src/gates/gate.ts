import * as z from 'zod';
import { type FindingSeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { type Message, message } from '../messages/message.js';
import { sentenceSchema } from '../messages/sentence.js';

export const gateNames = ['review-ready', 'close-check', 'plan-accept'] as const;
export type GateName = (typeof gateNames)[number];

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

/** `operations/gateSteps.ts` has the operations of each; the editor may open a view instead. */
export const remedies = [
  'startTask',
  'restoreTask',
  'chooseTask',
  'updateTask',
  'installHooks',
  'showHooks',
  'commit',
  'sourceControl',
  'openFindings',
  'checkFix',
  'showFinding',
  'prove',
  'nameProof',
  'readChanges',
  'setModel',
  'listReviews',
  'startReview',
  'closeSlice',
  'resolveBlocker',
  'nextActions',
  'tickPlan',
  'attestPlan',
  'openPlan',
  'registerPlan',
  'reviewPlan',
] as const;
export type Remedy = (typeof remedies)[number];

interface ReasonFacts {
  readonly owner: ReasonOwner;
  readonly remedy: Remedy;
}

type OpenFindingCode = `open_${FindingSeverity}_finding`;

export function openFindingCode(severity: FindingSeverity): OpenFindingCode {
  return `open_${severity}_finding`;
}

const openFinding = { owner: 'handoff_evidence', remedy: 'openFindings' } as const;

export const gateReasons = {
  no_active_task: { owner: 'task_identity', remedy: 'startTask' },
  ambiguous_task: { owner: 'task_identity', remedy: 'chooseTask' },
  other_branch: { owner: 'task_identity', remedy: 'chooseTask' },
  on_protected_base: { owner: 'root_main_hygiene', remedy: 'startTask' },
  hooks_missed: { owner: 'root_main_hygiene', remedy: 'installHooks' },
  detached_head: { owner: 'feature_branch', remedy: 'sourceControl' },
  no_commit: { owner: 'feature_branch', remedy: 'sourceControl' },
  unknown_base: { owner: 'feature_branch', remedy: 'updateTask' },
  no_changes_against_base: { owner: 'feature_branch', remedy: 'commit' },
  dirty_worktree: { owner: 'feature_branch', remedy: 'commit' },
  operation_in_progress: { owner: 'feature_branch', remedy: 'sourceControl' },
  replaced_objects: { owner: 'feature_branch', remedy: 'sourceControl' },
  unmergeable: { owner: 'mergeability', remedy: 'sourceControl' },
  ...(Object.fromEntries(findingSeverities.map(severity => [openFindingCode(severity), openFinding])) as Record<
    OpenFindingCode,
    typeof openFinding
  >),
  missing_test_evidence: { owner: 'handoff_evidence', remedy: 'prove' },
  stale_test_evidence: { owner: 'handoff_evidence', remedy: 'prove' },
  failing_test_evidence: { owner: 'handoff_evidence', remedy: 'prove' },
  partial_test_evidence: { owner: 'handoff_evidence', remedy: 'prove' },
  missing_provenance: { owner: 'handoff_evidence', remedy: 'checkFix' },
  unknown_model: { owner: 'handoff_evidence', remedy: 'setModel' },
  changed_proof: { owner: 'handoff_evidence', remedy: 'readChanges' },
  removed_tests: { owner: 'handoff_evidence', remedy: 'readChanges' },
  too_large: { owner: 'handoff_evidence', remedy: 'readChanges' },
  unchanged_fix: { owner: 'handoff_evidence', remedy: 'checkFix' },
  deferred_finding: { owner: 'handoff_evidence', remedy: 'showFinding' },
  unusual_run: { owner: 'handoff_evidence', remedy: 'prove' },
  no_named_proof: { owner: 'handoff_evidence', remedy: 'nameProof' },
  changes_requested: { owner: 'handoff_evidence', remedy: 'listReviews' },
  review_missing: { owner: 'handoff_evidence', remedy: 'startReview' },
  review_not_independent: { owner: 'handoff_evidence', remedy: 'startReview' },
  review_stale: { owner: 'handoff_evidence', remedy: 'startReview' },
  open_slice: { owner: 'handoff_evidence', remedy: 'closeSlice' },
  slice_without_decision: { owner: 'handoff_evidence', remedy: 'closeSlice' },
  open_blocker: { owner: 'handoff_evidence', remedy: 'resolveBlocker' },
  pending_next_action: { owner: 'handoff_evidence', remedy: 'nextActions' },
  checklist_sync_pending: { owner: 'checklist_sync', remedy: 'tickPlan' },
  plan_missing_baseline: { owner: 'planning_baseline', remedy: 'registerPlan' },
  plan_not_accepted: { owner: 'planning_baseline', remedy: 'openPlan' },
  plan_stale: { owner: 'planning_baseline', remedy: 'openPlan' },
  plan_missing: { owner: 'planning_baseline', remedy: 'registerPlan' },
  plan_review_missing: { owner: 'planning_baseline', remedy: 'reviewPlan' },
  plan_review_not_pass: { owner: 'planning_baseline', remedy: 'reviewPlan' },
  plan_review_stale: { owner: 'planning_baseline', remedy: 'reviewPlan' },
  plan_review_not_independent: { owner: 'planning_baseline', remedy: 'reviewPlan' },
  open_planning_finding: { owner: 'planning_baseline', remedy: 'openFindings' },
} as const satisfies Readonly<Record<string, ReasonFacts>>;
export type ReasonCode = keyof typeof gateReasons;

export const reasonCodes = Object.keys(gateReasons) as [ReasonCode, ...ReasonCode[]];

export const gateReasonSchema = z.object({
  code: z.enum(reasonCodes),
  owner: z.enum(reasonOwners),
  text: sentenceSchema,
  /** The next step in words; surfaces add the operations of the remedy in their own terms. */
  fix: sentenceSchema,
  /** Subjects: refs such as `F-3`, paths, branch names; at most 20. */
  about: z.array(z.string()),
  /** Set if this reason needs another remedy than its code. Surfaces do not show it. */
  remedy: z.enum(remedies).optional(),
  /** Input of the remedy's operations beyond `about`. Surfaces do not show it. */
  input: z.record(z.string(), z.unknown()).optional(),
});
export type GateReason = z.infer<typeof gateReasonSchema>;

export interface Verdict {
  readonly ready: boolean;
  readonly reasons: readonly GateReason[];
  readonly warnings: readonly GateReason[];
}

export const namedByReason = 20;

/** Makes a reason; `about` is cut to `namedByReason` entries. */
export function reason(
  code: ReasonCode,
  text: Message,
  fix: Message,
  about: readonly string[] = [],
  more: Pick<GateReason, 'remedy' | 'input'> = {},
): GateReason {
  return { code, owner: gateReasons[code].owner, text, fix, about: about.slice(0, namedByReason), ...more };
}

export function remedyOf({ code, remedy }: Pick<GateReason, 'code' | 'remedy'>): Remedy {
  return remedy ?? gateReasons[code].remedy;
}

/** `F-1, F-2 and 4 more`. */
export function listed(names: readonly string[]): string | Message {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? message('input.listed', { names: shown, more: names.length - 5 }) : shown;
}
