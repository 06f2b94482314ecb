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
  /** Ignored files and folders copied from the main worktree. */
  copied: z.array(z.string()),
  notCopied: z.array(z.object({ path: z.string(), why: z.string() })),
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

const notCopiedWords = {
  exists: 'exists already',
  'too-large': 'is over 200 MB, and this disk cannot share blocks between copies',
  'not-a-file': 'is a link, a device or a repository',
  'leads-out': 'leads out of the worktree',
  failed: 'could not be copied',
} as const;

/**
 * Runs the base branch's setup or teardown commands in a lane's worktree, in order, up to the first failure; output goes to the
 * lane's log and `context.output`. Before a setup, copies the ignored files that `lane.copy` names. Refuses untrusted commands, places where none may run, and a missing worktree.
 */
export async function runLaneCommands(
  context: Context,
  ports: LanePorts,
  lane: LaneRow,
  which: 'setup' | 'teardown',
  { copiesOnly = false }: { readonly copiesOnly?: boolean } = {},
): Promise<LaneCommands> {
  const { lane: config } = await baseConfig(context);
  const ran: LaneCommands['ran'] = [];
  const copies = await copyFor(ports, lane, which === 'setup' ? (config.copy ?? []) : []);
  if (copiesOnly || config[which].length === 0) return { ok: true, ran, ...copies, problem: null, tail: '' };
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
  return { ok: problem === null, ran, ...copies, problem, tail: printed.tail };
}

async function copyFor(
  ports: LanePorts,
  lane: LaneRow,
  patterns: readonly string[],
): Promise<Pick<LaneCommands, 'copied' | 'notCopied'>> {
  if (patterns.length === 0) return { copied: [], notCopied: [] };
  await requireTree(ports, lane);
  const { copied, skipped } = await (await ports.trees()).copyIgnored(lane.worktree_path, patterns);
  return { copied: [...copied], notCopied: skipped.map(({ path, why }) => ({ path, why: notCopiedWords[why] })) };
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
    const isNothing = answer.ran.length + answer.copied.length + answer.notCopied.length === 0;
    return answer.ok && isNothing ? null : answer;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { ok: false, ran: [], copied: [], notCopied: [], problem: say(error.refusal.message), tail: '' };
  }
}

/** Local settings that a new lane lacks, if nothing says which files are copied into it. */
export async function missingSettings(context: Context, ports: LanePorts, lane: LaneRow): Promise<readonly string[]> {
  if ((await baseConfigOrDefaults(context)).lane.copy !== undefined) return [];
  return (await ports.trees()).missingSettings(lane.worktree_path);
}

/** Decides on a new lane's setup. Refuses untrusted commands before anything is created; `runLaneCommands` does the rest. */
export async function wantsSetup(context: Context, noSetup: boolean | undefined): Promise<boolean> {
  if (noSetup === true) return false;
  if (context.commands === undefined) return true;
  return requireTrusted(context, 'lane.setup', (await baseConfigOrDefaults(context)).lane.setup, true);
}
