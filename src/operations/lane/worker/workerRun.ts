import * as z from 'zod';
import { refuseRunning } from '../../../records/agentSession/agentSessions.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { everyField, milliseconds, programField } from '../../../records/worker/runFields.js';
import { findOwnWorker, ownLane } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { runProgram } from './runProgram.js';

export const workerRun = defineOperation({
  name: 'worker.run',
  order: 80,
  title: 'Run Program as Worker',
  summary: 'Runs a program as a lane’s agent until it ends: keeps its output and sends heartbeats.',
  input: z.strictObject({ lane: ownLaneField, command: programField, every: everyField }),
  output: z.object({
    lane: z.string(),
    /** The program's own, 127 for a missing program, 128 after a signal, 130 after a cancel. */
    exitCode: z.int(),
    endedBy: z.enum(['exit', 'signal', 'cancelled', 'not-found', 'lost']),
    durationMs: z.int(),
  }),
  effect: 'external',
  // An agent is started by `worker start`.
  mcp: null,
  cli: {
    positionals: ['lane'],
    rest: 'command',
    refusalExitCode: 125,
    examples: ['worker run login -- npm run agent', 'worker run -- "claude -p \'Continue\'"'],
  },
  writesShim: true,
  palette: false,
  exitCode: ({ exitCode }) => exitCode,
  async run(context, { lane: named, command, every }) {
    const ports = requireLanes(context);
    const name = await ownLane(context, named);
    // The process that runs a started program calls from its lane under another name; the program has its own.
    const { lane } = await context.store.read(async transaction => {
      const found = await findOwnWorker({ ...context, atWork: () => undefined }, transaction, name, 'begin');
      await refuseRunning(transaction, found.lane);
      return found;
    });
    const outcome = await runProgram(context, ports, lane, { command, everyMs: milliseconds(every) });
    return { lane: lane.name, ...outcome };
  },
});
