import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { laneSchema } from '../../domain/lane/lane.js';
import { laneStatuses } from '../../domain/lane/laneStatus.js';
import { defineOperation } from '../operation.js';
import { signsOfLife } from '../worker/workerSigns.js';
import { openStatuses, presentLanes } from './laneAccess.js';

export const laneList = defineOperation({
  name: 'lane.list',
  title: 'List Lanes',
  summary: 'Lists lanes in the order they were opened; those that are over only when they are asked for.',
  input: z.strictObject({
    status: z.enum(laneStatuses).optional().describe('Only this status'),
    all: z.boolean().optional().describe('Merged and closed ones too'),
  }),
  output: z.object({ lanes: z.array(laneSchema) }),
  effect: 'read',
  roles,
  mcp: { tool: 'manage_worktree_lane', action: 'list' },
  cli: { examples: ['lane list', 'lane list --status review', 'lane list --all'], exclusive: [['status', 'all']] },
  palette: false,
  async run(context, { status, all }) {
    const statuses = status === undefined ? (all === true ? undefined : openStatuses) : [status];
    const signs = await signsOfLife(context);
    return context.store.read(async transaction => {
      const rows = await transaction.lanes.list(statuses);
      return { lanes: await presentLanes(transaction, rows, context.clock.now(), signs) };
    });
  },
});
