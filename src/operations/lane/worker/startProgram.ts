import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { showWorkerLogs } from '../../../domain/refusal/steps.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { message } from '../../../messages/message.js';
import { isOnPath } from '../../../platform/isOnPath.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { latestRuns } from '../../../records/presence/workerLiveness.js';
import { pause } from './heartbeatWhile.js';
import { type ProgramRequest, requireCommands, requireTree } from './runProgram.js';

/** Timeout for the start of a program, in ms. */
const patienceMs = 15_000;
const lookEveryMs = 25;

/** Refuses a program that cannot be started, before any change for it. */
export async function requireProgram(
  context: Context,
  ports: LanePorts,
  lane: LaneRow,
  { command }: ProgramRequest,
): Promise<void> {
  requireCommands(context);
  await requireTree(ports, lane);
  const [program = ''] = command;
  // The shell resolves a command line, and the system a path.
  if (command.length === 1 || /[\\/]/.test(program) || isOnPath(program)) return;
  throw refusalError('not_found', message('workers.noProgram', { program: program.slice(0, 100) }), {
    hint: 'workers.noProgramHint',
  });
}

/**
 * Starts a program as a lane's agent in the background, by another Stateroom process that logs its output and sends heartbeats.
 * Resolves when it has begun; refuses when it does not.
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
    // Checked first, so that everything written before its end is found.
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
