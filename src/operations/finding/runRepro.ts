import { commandText } from '../../domain/evidence/commandText.js';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { CommandLog } from '../../platform/commandLog.js';
import type { CommandOutcome, CommandRunner } from '../../platform/commandRunner.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../../records/context.js';
import { type MeasuredRun, resultOf } from '../../records/evidence/runForEvidence.js';
import { runSurroundings } from '../../records/evidence/runSurroundings.js';
import { markOf, requireAllowed } from '../../records/guardedCommand.js';

/** A run in a temporary worktree with exactly the commit's content. */
export interface ReproRun extends MeasuredRun {
  readonly commit: string;
}

export interface ReproRequest {
  readonly workTree: WorkTree;
  readonly commands: CommandRunner;
  readonly command: string;
  readonly timeoutMs: number;
}

/** A shell's codes for not executable and not found, which are no result. */
const couldNotRun: ReadonlySet<number | null> = new Set([126, 127]);

/** Runs the command in a temporary worktree at `commit`. Refuses if it did not exit on its own, which proves nothing. */
export async function runRepro(context: Context, request: ReproRequest, commit: string): Promise<ReproRun> {
  const { workTree, commands, command, timeoutMs } = request;
  await requireAllowed(context, [command], workTree.root);
  const startedAt = context.clock.now();
  const facts = runSurroundings(workTree, commands, [command], workTree.root);
  const treeHash = await workTree.treeHashOf(commit);
  const log = new CommandLog(evidenceLimits.keptLog);
  const outcome = await workTree.inThrowAwayTree(commit, directory =>
    commands.run({
      command,
      directory,
      timeoutMs,
      environment: markOf(context),
      ...(context.signal === undefined ? {} : { signal: context.signal }),
      onOutput: (chunk, stream) => {
        log.add(chunk, stream);
        context.output?.(chunk, stream);
      },
    }),
  );
  const { exitCode } = outcome;
  if (exitCode === null || outcome.endedBy !== undefined || couldNotRun.has(exitCode)) {
    throw new RefusalError(inconclusive(outcome, commit));
  }
  return {
    timeoutMs,
    commit,
    command: redact(commandText([command])),
    directory: '',
    outcome,
    exitCode,
    ...resultOf(log.finish(), exitCode),
    treeHash,
    leftOut: [],
    touched: [],
    startedAt,
    facts,
  };
}

function inconclusive({ endedBy, exitCode }: CommandOutcome, commit: string) {
  const at = commit.slice(0, 10);
  if (endedBy === 'timeout' || endedBy === 'cancelled') {
    const why = endedBy === 'timeout' ? message('findings.tookTooLong') : message('findings.wasStopped');
    return refuse('timed_out', message('findings.reproEnded', { why, at }), { hint: 'findings.reproEndedHint' });
  }
  const why =
    endedBy === 'signal'
      ? message('findings.endedBySignal')
      : message('findings.couldNotRun', { exitCode: exitCode ?? message('findings.none') });
  return refuse('invalid_input', message('findings.reproEnded', { why, at }), { hint: 'findings.reproBroken' });
}
