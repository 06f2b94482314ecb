import * as z from 'zod';
import { assigneeSchema, labelSchema, labelsSchema, workItemSections } from '../../domain/workItem/workItem.js';
import { workItemStatuses } from '../../domain/workItem/workItemStatus.js';
import { archivedField } from '../../records/archivedField.js';
import { idField, pageFields, pageOutput } from '../../records/workItem/queueFields.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';
import { readPage } from './workItemPage.js';

/** `updated`: newest change first · `queue`: as `next` · `created`: oldest first · `open`: as `next`, then ended ones. */
export const listOrders = ['updated', 'queue', 'created', 'open'] as const;

/** One label, or several that an item must all have. */
const labelFilter = z.union([labelSchema, labelsSchema.min(1)]);

export const queueList = defineOperation({
  name: 'queue.list',
  order: 30,
  title: 'List Work Items',
  summary: 'Lists work items, last changed first, with filters.',
  input: z.strictObject({
    status: z.enum(workItemStatuses).optional().describe('Only this status'),
    section: z.enum(workItemSections).optional().describe('Current section; ready includes expired claims'),
    kind: z.string().trim().min(1).max(100).optional().describe('Only this kind'),
    priority: z.int().min(0).max(4).optional().describe('Only this priority'),
    label: labelFilter.optional().describe('Only with this label; of several, with all of them'),
    owner: z.string().trim().min(1).max(200).optional().describe('Only items owned by this name'),
    assignee: assigneeSchema.min(1).optional().describe('Only items assigned to this name'),
    parent: idField.optional().describe('Only parts of this work item'),
    text: z.string().trim().min(1).max(200).optional().describe('Part of the title or id'),
    order: z
      .enum(listOrders)
      .optional()
      .describe(
        'updated: newest change first; queue: in claim order; created: oldest first; open: open items in claim order, then ended ones',
      ),
    archived: archivedField,
    ...pageFields,
  }),
  output: pageOutput,
  effect: 'read',
  mcp: {
    tool: 'work_items',
    action: 'list',
    brief: '',
    rare: ['section', 'priority', 'label', 'owner', 'assignee', 'parent', 'text', 'order', 'archived', 'limit'],
  },
  cli: {
    examples: [
      'queue list',
      'queue list --section needs_you',
      'queue list --priority 1 --label ci --label ui',
      'queue list --status failed --kind bug --limit 20 --json',
    ],
    // On a terminal, people look for open work.
    onTerminal: { order: 'open' },
  },
  palette: 'items',
  async run(context, input) {
    const order = input.order ?? 'updated';
    const { status, section, kind, priority, owner, assignee, text } = input;
    const labels = input.label === undefined ? [] : [input.label].flat();
    const [label, ...more] = labels;
    const onlyReady =
      section === 'ready' &&
      (order === 'queue' || order === 'open') &&
      (status ?? priority ?? owner ?? input.parent ?? text ?? more[0]) === undefined;
    return readPage(context, order, input, async (transaction, { now, heartbeats, limit, after }) => {
      if (onlyReady) return transaction.workItems.ready({ now, heartbeats, kind, label, assignee }, limit, after);
      const parentId = input.parent === undefined ? undefined : (await findWorkItem(transaction, input.parent)).id;
      return transaction.workItems.list({
        now,
        heartbeats,
        status,
        section,
        kind,
        priority,
        labels,
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
