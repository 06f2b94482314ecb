import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { defineOperation } from '../operation.js';

const lookedAt = 10_000;

export const taskGc = defineOperation({
  name: 'task.gc',
  order: 110,
  title: 'Clean Up Finished Tasks',
  asks: true,
  summary: 'Lists worktrees and merged branches that finished tasks left; with yes, removes them.',
  input: z.strictObject({
    yes: z.boolean().optional().describe('Remove them; otherwise they are only listed'),
  }),
  output: z.object({
    removed: z.boolean(),
    tasks: z.array(
      z.object({
        task: z.string(),
        objective: z.string(),
        worktree: z.string().nullable(),
        branch: z.string().nullable(),
        /** Reason why both stay; null if they are, or can be, removed. */
        why: sentenceSchema.nullable(),
        /** Backup of content that only the worktree had. */
        rescue: z.string().nullable(),
      }),
    ),
  }),
  effect: 'external',
  onlyReads: ({ yes }) => yes !== true,
  mcp: { tool: 'archive', action: 'gc', brief: 'list leftovers', rare: ['yes'] },
  cli: { examples: ['task gc', 'task gc --yes'] },
  progress: 'notification',
  palette: 'task',
  async run(context, { yes = false }) {
    // Another agent may still be in a finished task's worktree.
    if (yes && context.actor.role === 'agent') {
      throw refusalError('not_allowed', 'tasks.agentRemoves', { hint: 'input.personDoes' });
    }
    const ports = requireLanes(context);
    const { planTakeDown, takeDown } = await import('../lane/takeDownTask.js');
    if (yes) {
      const { recoverIntentLogs } = await import('../lane/recoverIntentLog.js');
      await recoverIntentLogs(context, ports);
    }
    const rows = await context.store.read(transaction => transaction.tasks.list({ status: 'done' }, lookedAt));
    const tasks = [];
    for (const row of rows) {
      const plan = await planTakeDown(context, ports, row);
      if (plan.branch === null && plan.worktree === null) continue;
      const named = { task: formatRef('task', row.number), objective: row.objective };
      if (!yes || plan.why !== null) {
        tasks.push({ ...named, ...plan, rescue: null });
        continue;
      }
      const { removed, kept, rescue } = await takeDown(context, ports, row);
      tasks.push({ ...named, ...(kept ?? { ...removed, why: null }), rescue });
    }
    return { removed: yes, tasks };
  },
});
