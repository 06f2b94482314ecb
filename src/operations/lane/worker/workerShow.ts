import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { packetSchema } from '../../../packet/packetSchema.js';
import { presentOneLane } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { readLiveness } from '../../../records/presence/workerLiveness.js';
import { findWorker, ownLane } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';

export const workerShow = defineOperation({
  name: 'worker.show',
  order: 30,
  title: 'Show Worker',
  summary: 'Shows a worker with its lane: state, branch, worktree, ports, heartbeats, and what its agent is told.',
  input: z.strictObject({ lane: ownLaneField }),
  output: laneSchema.extend({
    /** Packet of its agent; null for a lane that has ended, and without a worktree. */
    told: packetSchema.nullable(),
  }),
  effect: 'read',
  mcp: { tool: 'dispatch_lane_work', action: 'show', brief: '' },
  cli: { positionals: ['lane'], examples: ['worker show login', 'worker show'] },
  palette: false,
  async run(context, { lane: named }) {
    const name = await ownLane(context, named);
    const liveness = await readLiveness(context);
    const lane = await context.store.read(async transaction => {
      const { lane: row } = await findWorker(transaction, name);
      return presentOneLane(transaction, row, context.clock.now(), liveness);
    });
    const { tellAgentOf } = await import('../../../packet/tellPacket.js');
    const told = openStatuses.includes(lane.status) ? await tellAgentOf(context, lane) : undefined;
    return { ...lane, told: told ?? null };
  },
});
