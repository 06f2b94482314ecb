import * as z from 'zod';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { ownLaneField } from '../../records/lane/laneFields.js';
import { ownWorker } from '../../records/worker/workerAccess.js';
import { defineOperation } from '../operation.js';
import { laneCommandsSchema, runLaneCommands } from './runLaneCommands.js';

/** Runs one of the repository's two command lists for the worktrees of lanes. */
function operationOf(which: 'setup' | 'teardown', title: string, summary: string) {
  return defineOperation({
    name: `lane.${which}`,
    title,
    summary,
    input: z.strictObject({ lane: ownLaneField }),
    output: laneCommandsSchema.extend({ lane: z.string() }),
    effect: 'external',
    // They already run when lanes are opened and closed.
    mcp: null,
    cli: { positionals: ['lane'], examples: [`lane ${which}`, `lane ${which} login`] },
    palette: false,
    exitCode: ({ ok }) => (ok ? 0 : 1),
    async run(context, { lane: named }) {
      const ports = requireLanes(context);
      const { lane } = await ownWorker(context, named);
      return { lane: lane.name, ...(await runLaneCommands(context, ports, lane, which)) };
    },
  });
}

export const laneSetup = operationOf(
  'setup',
  'Set Up Lane',
  'Runs the repository’s setup commands in the worktree of a lane, as spawning one does.',
);

export const laneTeardown = operationOf(
  'teardown',
  'Tear Down Lane',
  'Runs the repository’s teardown commands in the worktree of a lane; the lane itself stays.',
);
