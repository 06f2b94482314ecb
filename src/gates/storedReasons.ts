import { remainderReasons, sliceReasons } from './closingReasons.js';
import { findingReasons } from './findingReasons.js';
import type { GateReason } from './gate.js';
import type { TaskFacts } from './gateSnapshot.js';

/**
 * The reasons against closing a task that the store alone knows, for callers that skip git: open findings, slices,
 * blockers and next actions. That there is none says nothing about evidence, plan and branch.
 */
export function storedReasons(
  task: Pick<TaskFacts, 'row' | 'openFindings' | 'slices' | 'openBlockers' | 'pendingActions'>,
): GateReason[] {
  return [...findingReasons(task), ...sliceReasons(task), ...remainderReasons(task)];
}
