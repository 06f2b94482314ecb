import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { showWorkerLogs } from '../../../domain/refusal/steps.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { message } from '../../../messages/message.js';
import { isOnPath } from '../../../platform/isOnPath.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { latestRuns } from '../../../records/presence/workerSigns.js';
import { pause } from './heartbeatWhile.js';
import { type ProgramRequest, requireCommands, requireTree } from './runProgram.js';

/** How long a program may take to begin before no one waits for it any longer, ms. */
const patienceMs = 15_000;
const lookEveryMs = 25;

/** Refuses what cannot be started in a lane, before anything is changed for it. */
export async function requireProgram(
  context: Context,
  ports: LanePorts,
  lane: LaneRow,
  { command }: ProgramRequest,
): Promise<void> {
  requireCommands(context);
  await requireTree(ports, lane);
  const [program = ''] = command;
  // A line for the shell is the shell's to read, and a path is the system's.
  if (command.length === 1 || /[\\/]/.test(program) || isOnPath(program)) return;
  throw refusalError('not_found', message('workers.noProgram', { program: program.slice(0, 100) }), {
    hint: 'workers.noProgramHint',
  });
}

/**
 * Starts a program as the agent of a lane, apart from this process: another one of ours runs it, keeps what it prints and heartbeats
 * for it. Comes back when it has begun; refuses when it does not.
 */
export async function startProgram(
  ports: LanePorts,
  lane: LaneRow,
  { command, everyMs }: ProgramRequest,
): Promise<void> {
  const before = (await latestRuns(ports)).get(lane.name)?.number ?? 0;
  const every = everyMs === undefined ? [] : ['--every', String(everyMs / 1000)];
  const words = ['worker', 'run', lane.name, ...every, '--', ...command];
  const launched = await ports.launch(words, lane.worktree_path);
  for (let waited = 0; launched !== undefined && waited < patienceMs; waited += lookEveryMs) {
    await pause(lookEveryMs, undefined);
    // Asked for first: what it has written by its end is found then.
    const hasEnded = launched.hasEnded();
    const latest = (await latestRuns(ports)).get(lane.name);
    const { program, end } = (latest !== undefined && latest.number > before ? latest.run : undefined) ?? {};
    if (end?.by === 'not-found' || (end === undefined && hasEnded)) break;
    if (program || end) return;
  }
  throw refusalError('not_found', message('workers.programNotBegun', { lane: laneCalled(lane) }), {
    next: [showWorkerLogs(lane.name)],
  });
}
