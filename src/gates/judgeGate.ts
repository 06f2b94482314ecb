import { type FindingSeverity, factsOf, findingSeverities } from '../domain/finding/findingSeverity.js';
import { message } from '../messages/message.js';
import {
  branchReasons,
  mergeReasons,
  missedHooksWarnings,
  noChangesReasons,
  replacedWarnings,
} from './branchReasons.js';
import { remainderReasons, reviewRuleReasons, sliceReasons } from './closingReasons.js';
import {
  earlierFindingReasons,
  endedFindingWarnings,
  findingReasons,
  modelWarnings,
  provenanceReasons,
} from './findingReasons.js';
import { type GateName, type GateReason, listed, reason, type Verdict } from './gate.js';
import type { GateSnapshot, JudgedEvidence, TaskFacts } from './gateSnapshot.js';
import { acceptanceReasons, attestationWarnings, baselineReasons, checklistReasons } from './planReasons.js';
import {
  changedProofWarnings,
  namedProofWarnings,
  proofReasons,
  tooLargeWarnings,
  unusualRunWarnings,
} from './proofReasons.js';

/**
 * The one predicate behind command line, MCP, hook and view. `review-ready`: ready for a reviewer; `close-check`: nothing is left
 * to do; `plan-accept`: work can begin. Every reason blocks, warnings do not.
 */
export function judgeGate(gate: GateName, snapshot: GateSnapshot): Verdict {
  const { task } = snapshot;
  const { reasons, warnings } = task === undefined ? judgeWithout(gate, snapshot) : judges[gate](snapshot, task);
  const places = [...replacedWarnings(snapshot), ...missedHooksWarnings(snapshot)];
  return { ready: reasons.length === 0, reasons, warnings: [...warnings, ...places] };
}

interface Judgement {
  readonly reasons: readonly GateReason[];
  readonly warnings: readonly GateReason[];
}

const judges: Readonly<Record<GateName, (snapshot: GateSnapshot, task: TaskFacts) => Judgement>> = {
  'review-ready': judgeReview,
  'close-check': judgeClose,
  'plan-accept': judgePlan,
};

/** Severities that block a review; the others are warnings. */
function blocking({ config }: GateSnapshot): FindingSeverity[] {
  return findingSeverities.filter(severity => config.gate.blockLow || factsOf(severity).blocksReview === 'always');
}

function judgeReview(snapshot: GateSnapshot, task: TaskFacts): Judgement {
  const blocks = blocking(snapshot);
  const allowed = findingSeverities.filter(severity => !blocks.includes(severity));
  return {
    reasons: [
      ...liveReasons(task),
      ...branchReasons(snapshot),
      ...noChangesReasons(snapshot),
      ...findingReasons(task, blocks),
      ...earlierFindingReasons(task, blocks),
      ...proofReasons(snapshot, task),
      ...baselineReasons(task),
    ],
    warnings: [
      ...findingReasons(task, allowed),
      ...earlierFindingReasons(task, allowed),
      ...mergeReasons(snapshot),
      ...unusualRunWarnings(snapshot, task),
      ...reviewRuleReasons(snapshot, task),
      ...sliceReasons(task),
      ...checklistReasons(task),
      ...attestationWarnings(task),
      ...changedProofWarnings(snapshot),
      ...tooLargeWarnings(snapshot),
    ],
  };
}

function judgeClose(snapshot: GateSnapshot, task: TaskFacts): Judgement {
  return {
    reasons: [
      ...liveReasons(task),
      ...branchReasons(snapshot),
      ...mergeReasons(snapshot),
      ...findingReasons(task, task.isMadeForLane ? blocking(snapshot) : findingSeverities),
      ...earlierFindingReasons(task),
      ...provenanceReasons(task),
      ...proofReasons(snapshot, task),
      ...reviewRuleReasons(snapshot, task),
      ...sliceReasons(task),
      ...remainderReasons(task),
      ...checklistReasons(task),
      ...baselineReasons(task),
    ],
    // Merged work can still be closed.
    warnings: [
      ...noChangesReasons(snapshot),
      ...endedFindingWarnings(task),
      ...modelWarnings(task),
      ...namedProofWarnings(snapshot),
      ...changedProofWarnings(snapshot),
      ...tooLargeWarnings(snapshot),
      ...unusualRunWarnings(snapshot, task),
      ...attestationWarnings(task),
    ],
  };
}

function judgePlan({ config }: GateSnapshot, task: TaskFacts): Judgement {
  if (task.plan !== undefined) return { reasons: acceptanceReasons(task.plan, config.review), warnings: [] };
  const text = message('gates.noPlan', { task: task.row.number });
  return { reasons: [reason('plan_missing', text, message('gates.noPlanFix'))], warnings: [] };
}

function judgeWithout(gate: GateName, snapshot: GateSnapshot): Judgement {
  const { candidates, proofs } = snapshot;
  if (proofs !== undefined && gate !== 'plan-accept') return judgeLane(snapshot, proofs);
  if (candidates.length > 0) {
    const text = message('gates.ambiguousTask', { count: candidates.length, tasks: listed(candidates) });
    const fix = message('gates.ambiguousTaskFix');
    return { reasons: [reason('ambiguous_task', text, fix, candidates, { input: { gate } })], warnings: [] };
  }
  const text = message('gates.noTask');
  const none = reason('no_active_task', text, message('gates.noTaskFix'));
  return { reasons: gate === 'plan-accept' ? [none] : [none, ...branchReasons(snapshot)], warnings: [] };
}

/** A lane without a task needs what the repository requires of every merge. */
function judgeLane(snapshot: GateSnapshot, proofs: readonly JudgedEvidence[]): Judgement {
  const proven = { proofs, ownEvidence: new Set<number>(), isMadeForLane: true };
  return {
    reasons: proofReasons(snapshot, proven),
    warnings: [
      ...changedProofWarnings(snapshot),
      ...tooLargeWarnings(snapshot),
      ...unusualRunWarnings(snapshot, proven),
    ],
  };
}

function liveReasons({ row }: TaskFacts): GateReason[] {
  if (row.status !== 'done' && row.archived_at === null) return [];
  const what = row.status === 'done' ? message('queue.isDone') : message('tasks.isArchived');
  const text = message('gates.taskOver', { task: row.number, state: what });
  const about = [`T-${row.number}`];
  return row.status === 'done'
    ? [reason('no_active_task', text, message('gates.taskDoneFix'), about)]
    : [reason('no_active_task', text, message('gates.taskArchivedFix'), about, { remedy: 'restoreTask' })];
}
