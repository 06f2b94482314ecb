import { kitOf, laneVariables, quoteWord } from '../../../domain/lane/laneKit.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { repairLanes } from '../../../domain/refusal/steps.js';
import { programAgent } from '../../../domain/worker/programAgent.js';
import { endOfRun, type WorkerRun } from '../../../domain/worker/workerRun.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { CommandOutcome, CommandRunner } from '../../../platform/commandRunner.js';
import { redact } from '../../../platform/redact.js';
import { defaultHeartbeatMs } from '../../../platform/workerHeartbeats.js';
import type { Context } from '../../../records/context.js';
import { requireAllowed } from '../../../records/guardedCommand.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { heartbeatWhile } from './heartbeatWhile.js';
import { WorkerLog } from './workerLog.js';
import { beginRun } from './workerRuns.js';

export interface ProgramRequest {
  readonly command: readonly string[];
  readonly everyMs: number | undefined;
}

type RunEnd = NonNullable<WorkerRun['end']>;

const exitCodes = { 'not-found': 127, signal: 128, cancelled: 130, lost: 128 } as const;

/** A single entry is already a shell command line. */
function commandLine(command: readonly string[]): string {
  return command.length === 1 ? (command[0] ?? '').trim() : command.map(quoteWord).join(' ');
}

export function requireCommands({ commands }: Context): CommandRunner {
  if (commands !== undefined) return commands;
  throw refusalError('not_allowed', 'workers.commandsOff', { hint: 'workers.commandsOffHint' });
}

/** The lane's kit, and a PATH that contains `stateroom`. */
export function environmentOf(lane: LaneRow, { programPath }: LanePorts): Record<string, string> {
  return { ...laneVariables(kitOf(lane)), PATH: programPath };
}

/**
 * Runs a program in a lane's worktree to its end, with heartbeats while it is alive. Its output goes to the lane's log, redacted,
 * and to `context.output`. Refuses while another one runs there.
 */
export async function runProgram(
  context: Context,
  ports: LanePorts,
  lane: LaneRow,
  { command, everyMs = defaultHeartbeatMs }: ProgramRequest,
): Promise<{ exitCode: number; endedBy: RunEnd['by']; durationMs: number }> {
  const commands = requireCommands(context);
  await requireTree(ports, lane);
  await requireAllowed(context, command, lane.worktree_path);
  const { clock, log } = context;
  const watcher = ports.machine.identity();
  const startedAt = clock.now();
  let run: WorkerRun = {
    version: 1,
    command: redact(commandLine(command)).slice(0, 2000),
    program: null,
    watcher,
    pid: ports.machine.pid(),
    startedAt,
    end: null,
  };
  await ports.heartbeats.heartbeat(lane.name, startedAt, everyMs);
  const file = `${lane.name}.${await beginRun(ports, lane.name, run)}`;
  const printed = new WorkerLog(context, ports, lane.name);
  printed.note(`${new Date(startedAt).toISOString()} ${run.command}`);
  const ended = new AbortController();
  let beating: Promise<unknown> = Promise.resolve();
  const outcome = await commands.run({
    command: command.length === 1 ? (command[0] ?? '') : command,
    directory: lane.worktree_path,
    environment: {
      ...environmentOf(lane, ports),
      STATEROOM_ACTOR: programAgent(lane.name, command),
      STATEROOM_ROLE: 'agent',
    },
    onStart: pid => {
      const program = ports.machine.identify(pid) ?? null;
      run = { ...run, program, pid };
      const onProblem = (error: unknown): void => log.warn(`Could not write a heartbeat: ${String(error)}`);
      const pulse = () => ports.machine.pulse(program ?? watcher);
      const plan = { lane: lane.name, pulse, everyMs, signal: ended.signal, onProblem };
      beating = ports.runs
        .write(file, JSON.stringify(run))
        .catch(onProblem)
        .then(() => heartbeatWhile(ports, clock, plan));
    },
    onOutput: (chunk, stream) => printed.add(chunk, stream),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  ended.abort();
  await beating;
  const end = endOf(outcome, clock.now());
  await printed.finish(`${new Date(end.at).toISOString()} ${say(endOfRun(end))}`);
  await ports.runs.write(file, JSON.stringify({ ...run, end }));
  const exitCode = end.exitCode ?? exitCodes[end.by as keyof typeof exitCodes];
  return { exitCode, endedBy: end.by, durationMs: outcome.durationMs };
}

function endOf({ exitCode, endedBy, signal }: CommandOutcome, at: number): RunEnd {
  const by = exitCode !== null ? 'exit' : endedBy === 'timeout' || endedBy === undefined ? 'signal' : endedBy;
  return { at, by, exitCode, signal: signal ?? null };
}

export async function requireTree(ports: LanePorts, lane: LaneRow): Promise<void> {
  if ((await (await ports.trees()).kindOf(lane.worktree_path)) === 'folder') return;
  throw refusalError(
    'not_found',
    message('workers.workTreeGone', { path: lane.worktree_path, lane: laneCalled(lane) }),
    { next: [repairLanes] },
  );
}
