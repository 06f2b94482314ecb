import * as z from 'zod';
import { pageFields, pageOutput } from '../../records/workItem/queueFields.js';
import { defineOperation } from '../operation.js';
import { readPage } from './workItemPage.js';

export const queueReplay = defineOperation({
  name: 'queue.replay',
  order: 190,
  title: 'Show Work to Resume',
  summary: 'Lists what to resume after a restart: pending items and stale claims, oldest first.',
  input: z.strictObject({
    staleMs: z
      .int()
      .min(0)
      .optional()
      .describe('Age in ms after which a claim without a lease counts as stale; 10 minutes by default'),
    ...pageFields,
  }),
  output: pageOutput,
  effect: 'read',
  mcp: { tool: 'work_items', action: 'replay', listed: 'never', brief: '', rare: ['staleMs', 'limit'] },
  cli: { examples: ['queue replay', 'queue replay --stale-ms 60000 --json'] },
  palette: 'items',
  async run(context, input) {
    const staleMs = input.staleMs ?? context.settings.staleMs;
    return readPage(context, 'created', input, (transaction, { now, heartbeats, limit, after }) =>
      transaction.workItems.list({ now, heartbeats, staleSince: now - staleMs, order: 'created', limit, after }),
    );
  },
});
