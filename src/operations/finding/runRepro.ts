import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import type { CommandOutcome, CommandRunner } from '../../platform/commandRunner.js';
import type { Context } from '../context.js';

export interface ReproRun {
  /** Full id. */
  readonly commit: string;
  readonly exitCode: number;
  readonly durationMs: number;
  /** ms UTC. */
  readonly startedAt: number;
}

export interface ReproRequest {
  readonly workTree: WorkTree;
  readonly commands: CommandRunner;
  readonly command: string;
  readonly timeoutMs: number;
}

/** What shells answer for a command that cannot be run or is not there: says nothing about the code. */
const couldNotRun: ReadonlySet<number | null> = new Set([126, 127]);

/**
 * Runs the command in a throw-away work tree at `commit`. Refuses when it did not come to an end of its own: that shows
 * nothing either way.
 */
export async function runRepro(context: Context, request: ReproRequest, commit: string): Promise<ReproRun> {
  const { workTree, commands, command, timeoutMs } = request;
  const startedAt = context.clock.now();
  const outcome = await workTree.inThrowAwayTree(commit, directory =>
    commands.run({
      command,
      directory,
      timeoutMs,
      ...(context.signal === undefined ? {} : { signal: context.signal }),
      ...(context.output === undefined ? {} : { onOutput: context.output }),
    }),
  );
  const { exitCode, durationMs } = outcome;
  if (exitCode === null || outcome.endedBy !== undefined || couldNotRun.has(exitCode)) {
    throw new RefusalError(inconclusive(outcome, commit));
  }
  return { commit, exitCode, durationMs, startedAt };
}

function inconclusive({ endedBy, exitCode }: CommandOutcome, commit: string) {
  const at = commit.slice(0, 10);
  if (endedBy === 'timeout' || endedBy === 'cancelled') {
    const why = endedBy === 'timeout' ? 'took too long' : 'was stopped';
    return refuse('timed_out', `The repro command ${why} at ${at} and shows nothing.`, {
      hint: 'Give it more time with timeoutSeconds, or make it smaller.',
    });
  }
  const why = endedBy === 'signal' ? 'was ended by a signal' : `could not be run (exit code ${exitCode ?? 'none'})`;
  return refuse('invalid_input', `The repro command ${why} at ${at} and shows nothing.`, {
    hint: 'It runs in a fresh checkout without installed packages: let it bring what it needs.',
  });
}
