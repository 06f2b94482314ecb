import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { type GateReason, type ReasonCode, remedyOf, type Verdict } from '../../../gates/gate.js';
import { type Message, message, messageOf } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { findTask } from '../../../records/task/taskAccess.js';

export interface GateDemand {
  readonly gate: 'review-ready' | 'close-check';
  readonly tip: string;
  /** The prevented action: `submitted`, `merged`. */
  readonly not: Message;
}

/** Throws the gate's reasons as a refusal, else returns `proofWarnings`. Without a task, only the required commands count. */
export async function requireGate(
  context: Context,
  lane: LaneRow,
  { gate, tip, not }: GateDemand,
): Promise<readonly GateReason[]> {
  const verdict = await judge(context, lane, { gate, tip });
  const reasons = verdict.reasons.filter(({ code }) => code !== 'no_active_task');
  const [first] = reasons;
  if (first === undefined) return ofProof(verdict);
  const others = reasons.length === 1 ? '' : message('tasks.andMore', { count: reasons.length - 1 });
  const { task_id: id } = lane;
  const task = id === null ? undefined : await context.store.read(transaction => findTask(transaction, id));
  throw refusalError(
    'transition_not_allowed',
    message('workers.gateRefuses', { lane: laneCalled(lane), act: not, why: first.text, others }),
    {
      hint: fixOf(context, lane, first),
      details: { lane: lane.name, ...(task && { task: formatRef('task', task.number) }), gate, reasons },
    },
  );
}

/** The next step, with the lane's worktree if a command has to run there and the caller is elsewhere. */
function fixOf({ workTree }: Context, { worktree_path: root }: LaneRow, first: GateReason): Message {
  const fix = messageOf(first.fix);
  return remedyOf(first) === 'prove' && workTree?.root !== root ? message('workers.proveThere', { fix, root }) : fix;
}

/** Warnings on the evidence for a lane's commit. Never refuses, because its callers answer something else. */
export async function proofWarnings(context: Context, lane: LaneRow, tip: string): Promise<readonly GateReason[]> {
  if (context.askGate === undefined) return [];
  try {
    return ofProof(await judge(context, lane, { gate: 'close-check', tip }));
  } catch (error) {
    if (error instanceof RefusalError) return [];
    throw error;
  }
}

/** Gate warnings about the worth of evidence, and of a review. */
const aboutProof: readonly ReasonCode[] = ['changed_proof', 'removed_tests', 'too_large', 'unusual_run'];

function ofProof({ warnings }: Verdict): readonly GateReason[] {
  return warnings.filter(({ code }) => aboutProof.includes(code));
}

async function judge(
  context: Context,
  { task_id: task, branch, base_branch: base }: LaneRow,
  { gate, tip }: Pick<GateDemand, 'gate' | 'tip'>,
): Promise<Verdict> {
  // Without access to gates, nothing is ready.
  if (context.askGate === undefined) throw new Error('Gates are not available here.');
  return context.askGate(context, { gate, task, base, tip: { branch, commit: tip } });
}
