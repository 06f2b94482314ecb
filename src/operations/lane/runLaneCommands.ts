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

export const laneCommandsSchema = z.object({
  /** False if one failed; later ones did not run. */
  ok: z.boolean(),
  ran: z.array(
    z.object({
      command: z.string(),
      /** Null if it ended in another way. */
      exitCode: z.int().nullable(),
      endedBy: z.enum(['exit', 'signal', 'timeout', 'cancelled', 'not-found']),
      durationMs: z.int(),
    }),
  ),
  problem: z.string().nullable(),
  /** End of their output, secrets redacted. */
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
 * Runs the base branch's setup or teardown commands in a lane's worktree, in order, up to the first failure; output goes to the
 * lane's log and `context.output`. Refuses untrusted commands, places where none may run, and a missing worktree.
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

/** For a lane that continues regardless: returns a refusal as the problem. Null without commands. */
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

/** Decides on a new lane's setup. Refuses untrusted commands before anything is created; `runLaneCommands` does the rest. */
export async function wantsSetup(context: Context, noSetup: boolean | undefined): Promise<boolean> {
  if (noSetup === true) return false;
  if (context.commands === undefined) return true;
  return requireTrusted(context, 'lane.setup', (await baseConfigOrDefaults(context)).lane.setup, true);
}
