import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { defineOperation } from '../operation.js';
import { ownLane } from '../worker/workerAccess.js';
import { demandLanes, findLane } from './laneAccess.js';
import { ownLaneField } from './laneFields.js';
import { laneCommandsSchema, runLaneCommands } from './runLaneCommands.js';

export const laneSetup = defineOperation({
  name: 'lane.setup',
  title: 'Set Lane Up',
  summary: 'Runs the repository’s setup commands in the work tree of a lane, as spawning one does.',
  input: z.strictObject({ lane: ownLaneField }),
  output: laneCommandsSchema.extend({ lane: z.string() }),
  effect: 'external',
  // It writes no event, so nobody need know who asks.
  onlyReads: () => true,
  roles,
  // What a repository runs for its lanes is run when they are opened and closed.
  mcp: null,
  cli: { positionals: ['lane'], examples: ['lane setup', 'lane setup login'] },
  palette: false,
  exitCode: ({ ok }) => (ok ? 0 : 1),
  async run(context, { lane: named }) {
    const ports = demandLanes(context);
    const name = await ownLane(context, named);
    const lane = await context.store.read(transaction => findLane(transaction, name));
    return { lane: lane.name, ...(await runLaneCommands(context, ports, lane, 'setup')) };
  },
});
