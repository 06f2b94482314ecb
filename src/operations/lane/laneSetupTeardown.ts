import * as z from 'zod';
import type { Context } from '../../records/context.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { ownLaneField } from '../../records/lane/laneFields.js';
import { ownWorker } from '../../records/worker/workerAccess.js';
import { defineOperation } from '../operation.js';
import { laneCommandsSchema, runLaneCommands } from './runLaneCommands.js';

export const laneSetup = defineOperation({
  name: 'lane.setup',
  order: 140,
  title: 'Set Up Lane',
  summary:
    'Copies the files of lane.copy into the worktree of a lane and runs the setup commands, as spawning one does.',
  ...running('setup'),
  input: z.strictObject({
    lane: ownLaneField,
    copyOnly: z.boolean().optional().describe('Copy the files of lane.copy only'),
  }),
});

export const laneTeardown = defineOperation({
  name: 'lane.teardown',
  order: 150,
  title: 'Tear Down Lane',
  summary: 'Runs the repository’s teardown commands in the worktree of a lane; the lane stays open.',
  ...running('teardown'),
});

/** Rest of the declaration of an operation that runs a command list of the repository in a lane's worktree. */
function running(which: 'setup' | 'teardown') {
  return {
    input: z.strictObject({ lane: ownLaneField }),
    output: laneCommandsSchema.extend({ lane: z.string() }),
    effect: 'external' as const,
    // They already run when lanes are opened and closed.
    mcp: null,
    cli: { positionals: ['lane'], examples: [`lane ${which}`, `lane ${which} login`] },
    palette: false as const,
    exitCode: ({ ok }: { readonly ok: boolean }) => (ok ? 0 : 1),
    async run(
      context: Context,
      { lane: named, copyOnly }: { readonly lane?: string | undefined; readonly copyOnly?: boolean | undefined },
    ) {
      const ports = requireLanes(context);
      const { lane } = await ownWorker(context, named);
      const answer = await runLaneCommands(context, ports, lane, which, { copiesOnly: copyOnly === true });
      return { lane: lane.name, ...answer };
    },
  };
}
