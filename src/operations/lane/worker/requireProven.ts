import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import type { GateReason, ReasonCode } from '../../../gates/gate.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { type ProofOwner, proveBySettings } from '../../../records/evidence/recordRun.js';
import type { MeasuredRun } from '../../../records/evidence/runForEvidence.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { findTask } from '../../../records/task/taskAccess.js';
import { type GateDemand, requireGate } from './requireGate.js';

/** Max characters of the output of a command that failed. */
const shownOutput = 2000;

/**
 * As `requireGate`, but first runs the trusted commands of `gate.commands` that have not passed on these files, as after a rebase, if
 * nothing else is missing and the caller is in the lane's worktree. A failing one is refused with the end of its output.
 */
export async function requireProven(
  context: Context,
  lane: LaneRow,
  demand: GateDemand,
): Promise<readonly GateReason[]> {
  try {
    return await requireGate(context, lane, demand);
  } catch (error) {
    const commands = unproven(error);
    if (commands.length === 0 || context.commands === undefined || context.workTree?.root !== lane.worktree_path)
      throw error;
    const { task_id: id } = lane;
    const task = id === null ? undefined : await context.store.read(transaction => findTask(transaction, id));
    for (const command of commands) {
      const owner = { task, taskId: id, sliceId: null };
      const run = await runOrNot(context, command, owner);
      if (run === undefined) throw error;
      if (!run.passed) throw failed(lane, demand, run);
    }
    return requireGate(context, lane, demand);
  }
}

/** Undefined for a command that may not run here, for which the caller records evidence itself. */
async function runOrNot(context: Context, command: string, owner: ProofOwner): Promise<MeasuredRun | undefined> {
  try {
    return await proveBySettings(context, { command: [command], directory: '' }, owner);
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'not_allowed') return undefined;
    throw error;
  }
}

const runAgain: readonly ReasonCode[] = ['missing_test_evidence', 'stale_test_evidence', 'failing_test_evidence'];

/** Commands whose missing, outdated or failed run is all that the gate refuses; none if it refuses anything else. */
function unproven(error: unknown): string[] {
  const reasons = error instanceof RefusalError ? error.refusal.details?.reasons : undefined;
  if (!Array.isArray(reasons)) return [];
  const commands = (reasons as GateReason[]).map(({ code, input }) =>
    runAgain.includes(code) ? input?.command : undefined,
  );
  const named = commands.flatMap(command => (Array.isArray(command) ? command.map(String) : []));
  return named.length === reasons.length ? named : [];
}

function failed(lane: LaneRow, { not }: GateDemand, { command, exitCode, log }: MeasuredRun): RefusalError {
  return refusalError(
    'transition_not_allowed',
    message('workers.commandFailed', { lane: laneCalled(lane), act: not, command, exitCode }),
    { hint: message('workers.commandFailedHint'), details: { lane: lane.name, output: log.tail.slice(-shownOutput) } },
  );
}
