import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { workerStates } from '../../../domain/worker/workerState.js';
import { presentLanes } from '../../../records/lane/laneAccess.js';
import { readLiveness } from '../../../records/presence/workerLiveness.js';
import { defineOperation } from '../../operation.js';

export const workerStatus = defineOperation({
  name: 'worker.status',
  order: 20,
  title: 'Show Workers',
  summary: 'Shows who works on what, with the age of each heartbeat.',
  input: z.strictObject({
    state: z.enum(workerStates).optional().describe('Only workers in this state'),
    stale: z.boolean().optional().describe('Only workers that are WARN, STALE or DEAD'),
  }),
  output: z.object({ workers: z.array(laneSchema) }),
  effect: 'read',
  mcp: { tool: 'dispatch_lane_work', action: 'status', brief: '', rare: ['state', 'stale'] },
  cli: { examples: ['worker status', 'worker status --state IN_REVIEW'] },
  palette: false,
  async run(context, { state, stale }) {
    const liveness = await readLiveness(context);
    return context.store.read(async transaction => {
      // With a filter on its state, a worker is shown in any state of its lane.
      const rows = await transaction.lanes.list(state === undefined ? openStatuses : undefined);
      const lanes = await presentLanes(transaction, rows, context.clock.now(), liveness);
      const workers = lanes.filter(
        ({ worker }) =>
          worker !== null &&
          (state === undefined || worker.state === state) &&
          (stale !== true || ['WARN', 'STALE', 'DEAD'].includes(worker.liveness)),
      );
      return { workers };
    });
  },
});
