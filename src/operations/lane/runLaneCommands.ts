import * as z from 'zod';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { say } from '../../messages/say.js';
import { redact } from '../../platform/redact.js';
import { baseConfig, baseConfigOrDefaults } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { requireTrusted } from '../../records/trust/requireTrusted.js';
import { environmentOf, requireCommands, requireTree } from './worker/runProgram.js';
import { WorkerLog } from './worker/workerLog.js';

/** Outcome of the commands that a repository runs for each of its lanes. */
export const laneCommandsSchema = z.object({
  /** False when one of them failed; those after it were not run. */
  ok: z.boolean(),
  ran: z.array(
    z.object({
      command: z.string(),
      /** Null when it ended in another way. */
      exitCode: z.int().nullable(),
      endedBy: z.enum(['exit', 'signal', 'timeout', 'cancelled', 'not-found']),
      durationMs: z.int(),
    }),
  ),
  /** What went wrong, in one sentence; null when nothing did. */
  problem: z.string().nullable(),
  /** The end of what they printed, secrets redacted. */
  tail: z.string(),
});
type LaneCommands = z.output<typeof laneCommandsSchema>;

const endings = {
  signal: 'was killed by a signal',
  timeout: 'timed out',
  cancelled: 'was cancelled',
  'not-found': 'was not found',
} as const;

/**
 * Runs what the base branch's settings name under `lane.setup` or `lane.teardown` in the worktree of a lane, one after the
 * other, up to the first that fails. What they print goes to the lane's log and to `context.output`. Refuses where commands may
 * not be run, while no person trusts these, and without the worktree; none is asked when there is nothing to run.
 */
export async function runLaneCommands(
  context: Context,
  ports: LanePorts,
  lane: LaneRow,
  which: 'setup' | 'teardown',
): Promise<LaneCommands> {
  const { lane: config } = await baseConfig(context);
  const ran: LaneCommands['ran'] = [];
  if (config[which].length === 0) return { ok: true, ran, problem: null, tail: '' };
  const commands = requireCommands(context);
  await requireTrusted(context, `lane.${which}`, config[which]);
  await requireTree(ports, lane);
  const printed = new WorkerLog(context, ports, lane.name);
  const { signal, clock } = context;
  let problem: string | null = null;
  for (const line of config[which]) {
    const command = redact(line);
    printed.note(`${new Date(clock.now()).toISOString()} ${which}: ${command}`);
    const { exitCode, endedBy, durationMs } = await commands.run({
      command: line,
      directory: lane.worktree_path,
      environment: environmentOf(lane, ports),
      timeoutMs: config.commandMinutes * 60_000,
      onOutput: (chunk, stream) => printed.add(chunk, stream),
      ...(signal === undefined ? {} : { signal }),
    });
    ran.push({ command, exitCode, endedBy: endedBy ?? 'exit', durationMs });
    if (exitCode === 0) continue;
    problem = `\`${command}\` ${endedBy === undefined ? `ended with exit code ${exitCode}` : endings[endedBy]}.`;
    break;
  }
  await printed.finish(`${new Date(clock.now()).toISOString()} ${which} ${problem === null ? 'is done' : 'failed'}`);
  return { ok: problem === null, ran, problem, tail: printed.tail };
}

/** The same for a lane that exists in either case: returns a refusal as problem. Null when there was nothing to run. */
export async function tryLaneCommands(
  context: Context,
  ports: LanePorts,
  lane: LaneRow,
  which: 'setup' | 'teardown',
): Promise<LaneCommands | null> {
  try {
    const answer = await runLaneCommands(context, ports, lane, which);
    return answer.ok && answer.ran.length === 0 ? null : answer;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { ok: false, ran: [], problem: say(error.refusal.message), tail: '' };
  }
}

/**
 * Whether a lane that is about to be opened is to be set up. Refuses, before anything is made, while no person trusts the
 * commands; where commands may not be run at all, `runLaneCommands` says so later.
 */
export async function wantsSetup(context: Context, noSetup: boolean | undefined): Promise<boolean> {
  if (noSetup === true) return false;
  if (context.commands === undefined) return true;
  return requireTrusted(context, 'lane.setup', (await baseConfigOrDefaults(context)).lane.setup, true);
}
