import { factsOf, findingSeverities } from '../domain/finding/findingSeverity.js';
import { remainderReasons, sliceReasons } from './closingReasons.js';
import { findingReasons } from './findingReasons.js';
import type { GateName, GateReason } from './gate.js';
import type { TaskFacts } from './gateSnapshot.js';

/** Reasons that need no git; an empty result implies nothing about evidence, plan and branch. */
export function storedReasons(
  task: Pick<TaskFacts, 'row' | 'openFindings' | 'slices' | 'openBlockers' | 'pendingActions'>,
): GateReason[] {
  return [...findingReasons(task), ...sliceReasons(task), ...remainderReasons(task)];
}

type MergeFacts = Parameters<typeof storedReasons>[0] & Pick<TaskFacts, 'isMadeForLane'>;

/** Reasons against the merge of a task's lane that need neither git nor settings: those of `gate` on findings, slices and what is left. */
export function storedMergeReasons(gate: Exclude<GateName, 'plan-accept'>, task: MergeFacts): GateReason[] {
  const isReview = gate === 'review-ready';
  const blocking = findingSeverities.filter(severity => factsOf(severity).blocksReview === 'always');
  const findings = findingReasons(task, isReview || task.isMadeForLane ? blocking : findingSeverities);
  return isReview ? findings : [...findings, ...sliceReasons(task), ...remainderReasons(task)];
}
