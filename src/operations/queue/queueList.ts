import * as z from 'zod';
import { assigneeSchema, labelSchema, workItemSections } from '../../domain/workItem/workItem.js';
import { workItemStatuses } from '../../domain/workItem/workItemStatus.js';
import { archivedField } from '../../records/archivedField.js';
import { idField, pageFields, pageOutput } from '../../records/workItem/queueFields.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
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
    assignee: assigneeSchema.min(1).optional().describe('Only items assigned to this name'),
    parent: idField.optional().describe('Only parts of this work item'),
    text: z.string().trim().min(1).max(200).optional().describe('Part of the title or id'),
    order: z
      .enum(listOrders)
      .optional()
      .describe('updated: newest change first; queue: in claim order; created: oldest first'),
    archived: archivedField,
    ...pageFields,
  }),
  output: pageOutput,
  effect: 'read',
  mcp: {
    tool: 'work_items',
    action: 'list',
    brief: '',
    rare: ['section', 'label', 'owner', 'assignee', 'parent', 'text', 'order', 'archived', 'limit'],
  },
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
    const { status, section, kind, label, owner, assignee, text } = input;
    const onlyReady =
      section === 'ready' && order === 'queue' && (status ?? owner ?? input.parent ?? text) === undefined;
    return readPage(context, order, input, async (transaction, { now, heartbeats, limit, after }) => {
      if (onlyReady) return transaction.workItems.ready({ now, heartbeats, kind, label, assignee }, limit, after);
      const parentId = input.parent === undefined ? undefined : (await findWorkItem(transaction, input.parent)).id;
      return transaction.workItems.list({
        now,
        heartbeats,
        status,
        section,
        kind,
        label,
        owner,
        assignee,
        parentId,
        text,
        order,
        limit,
        after,
      });
    });
  },
});
