import * as z from 'zod';
import { assigneeSchema, labelSchema } from '../../domain/workItem/workItem.js';
import { pageFields, pageOutput } from '../../records/workItem/queueFields.js';
import { defineOperation } from '../operation.js';
import { readPage } from './workItemPage.js';

export const queueReady = defineOperation({
  name: 'queue.ready',
  order: 40,
  title: 'Show Ready Work Items',
  summary: 'Lists the work items that can be claimed now, in the order of next, without parents of open items.',
  input: z.strictObject({
    kind: z.string().trim().min(1).max(100).optional().describe('Only this kind'),
    label: labelSchema.optional().describe('Only with this label'),
    assignee: assigneeSchema.min(1).optional().describe('Only items assigned to this name'),
    ...pageFields,
  }),
  output: pageOutput,
  effect: 'read',
  mcp: { tool: 'work_items', action: 'ready', brief: '', rare: ['label', 'assignee', 'limit'] },
  cli: { examples: ['queue ready', 'queue ready --kind bug --limit 5'] },
  palette: 'items',
  async run(context, input) {
    const { kind, label, assignee } = input;
    return readPage(context, 'queue', input, (transaction, { now, heartbeats, limit, after }) =>
      transaction.workItems.ready({ now, heartbeats, kind, label, assignee, leaves: true }, limit, after),
    );
  },
});
