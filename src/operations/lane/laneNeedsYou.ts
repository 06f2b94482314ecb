import * as z from 'zod';
import { needSchema } from '../../domain/lane/need.js';
import { readHeartbeats, readOpenWork } from '../../records/thread/openWork.js';
import { defineOperation } from '../operation.js';

const usualLimit = 50;

export const laneNeedsYou = defineOperation({
  name: 'lane.needsYou',
  order: 80,
  title: 'Show Needs You',
  summary:
    'Lists what needs a person in lanes, tasks and queue: open findings, blockers and questions, then approvals, merges, conflicts, dead and failed workers; in both parts what blocks most comes first.',
  input: z.strictObject({
    limit: z.int().min(1).max(1000).optional().describe(`Maximum number; ${usualLimit} by default`),
  }),
  output: z.object({
    total: z.int(),
    needs: z.array(needSchema),
  }),
  effect: 'read',
  readsAsCaller: true,
  mcp: { tool: 'manage_worktree_lane', action: 'needs_you', brief: '', rare: ['limit'] },
  cli: { path: ['lane', 'needs-you'], examples: ['lane needs-you', 'lane needs-you --limit 5'] },
  palette: false,
  async run(context, { limit = usualLimit }) {
    const readings = await readHeartbeats(context);
    return context.store.read(async transaction => {
      const { needsYou } = await readOpenWork(context, transaction, readings);
      return { total: needsYou.total, needs: needsYou.rows.slice(0, limit) };
    });
  },
});
