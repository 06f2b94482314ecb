import { remainderReasons, sliceReasons } from './closingReasons.js';
import { findingReasons } from './findingReasons.js';
import type { GateReason } from './gate.js';
import type { TaskFacts } from './gateSnapshot.js';

/** Reasons that need no git; an empty result implies nothing about evidence, plan and branch. */
export function storedReasons(
  task: Pick<TaskFacts, 'row' | 'openFindings' | 'slices' | 'openBlockers' | 'pendingActions'>,
): GateReason[] {
  return [...findingReasons(task), ...sliceReasons(task), ...remainderReasons(task)];
}
