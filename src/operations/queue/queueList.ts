import * as z from 'zod';
import { labelSchema, workItemSections } from '../../domain/workItem/workItem.js';
import { workItemStatuses } from '../../domain/workItem/workItemStatus.js';
import { pageFields, pageOutput } from '../../records/workItem/queueFields.js';
import { defineOperation } from '../operation.js';
import { readPage } from './workItemPage.js';

/** `updated`: newest change first · `queue`: as `next` takes them · `created`: oldest first. */
export const listOrders = ['updated', 'queue', 'created'] as const;

export const queueList = defineOperation({
  name: 'queue.list',
  title: 'List Work Items',
  summary: 'Lists work items, last changed first, with filters.',
  input: z.strictObject({
    status: z.enum(workItemStatuses).optional().describe('Only this status'),
    section: z.enum(workItemSections).optional().describe('Current section; ready includes expired claims'),
    kind: z.string().trim().min(1).max(100).optional().describe('Only this kind'),
    label: labelSchema.optional().describe('Only with this label'),
    owner: z.string().trim().min(1).max(200).optional().describe('Only items of this owner'),
    text: z.string().trim().min(1).max(200).optional().describe('Part of the title or id'),
    order: z
      .enum(listOrders)
      .optional()
      .describe('updated: newest change first; queue: in claim order; created: oldest first'),
    ...pageFields,
  }),
  output: pageOutput,
  effect: 'read',
  mcp: { tool: 'work_items', action: 'list', brief: '', rare: ['section', 'label', 'owner', 'text', 'order', 'limit'] },
  cli: {
    examples: [
      'queue list',
      'queue list --section needs_you',
      'queue list --status failed --kind bug --limit 20 --json',
    ],
  },
  palette: 'items',
  async run(context, input) {
    const order = input.order ?? 'updated';
    const { status, section, kind, label, owner, text } = input;
    const onlyReady = section === 'ready' && order === 'queue' && (status ?? owner ?? text) === undefined;
    return readPage(context, order, input, (transaction, { now, heartbeats, limit, after }) =>
      onlyReady
        ? transaction.workItems.ready({ now, heartbeats, kind, label }, limit, after)
        : transaction.workItems.list({
            now,
            heartbeats,
            status,
            section,
            kind,
            label,
            owner,
            text,
            order,
            limit,
            after,
          }),
    );
  },
});
