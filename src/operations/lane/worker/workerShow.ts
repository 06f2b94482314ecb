import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import { presentOneLane } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { readLiveness } from '../../../records/presence/workerLiveness.js';
import { findWorker, ownLane } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';

export const workerShow = defineOperation({
  name: 'worker.show',
  order: 30,
  title: 'Show Worker',
  summary: 'Shows a worker with its lane: state, branch, worktree, ports and heartbeats.',
  input: z.strictObject({ lane: ownLaneField }),
  output: laneSchema,
  effect: 'read',
  mcp: { tool: 'dispatch_lane_work', action: 'show', brief: '' },
  cli: { positionals: ['lane'], examples: ['worker show login', 'worker show'] },
  palette: false,
  async run(context, { lane: named }) {
    const name = await ownLane(context, named);
    const liveness = await readLiveness(context);
    return context.store.read(async transaction => {
      const { lane } = await findWorker(transaction, name);
      return presentOneLane(transaction, lane, context.clock.now(), liveness);
    });
  },
});
