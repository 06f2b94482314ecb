import * as z from 'zod';
import { eventSchema } from '../../domain/event/event.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { workItemSchema } from '../../domain/workItem/workItem.js';
import { archivedField } from '../../records/archivedField.js';
import { itemLine } from '../../records/workItem/dependentLines.js';
import { itemRecordShapes, readItemRecords } from '../../records/workItem/itemRecords.js';
import { idField, itemLineSchema } from '../../records/workItem/queueFields.js';
import { findWorkItem, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

const shownEvents = 20;

export const queueShow = defineOperation({
  name: 'queue.show',
  order: 50,
  title: 'Show Work Item',
  menuTitle: 'Show',
  summary:
    'Shows a work item with its parent, its children, its dependencies, its dependents, the attempts at it and its latest events.',
  input: z.strictObject({ id: idField, archived: archivedField }),
  output: z.object({
    item: workItemSchema,
    dependencies: z.array(itemLineSchema),
    parent: itemLineSchema.nullable(),
    children: z.array(itemLineSchema),
    /** Items that wait for it, directly or as a part of one; `blocked` for a pending one while it waits for anything. */
    dependents: z.array(itemLineSchema.extend({ blocked: z.boolean() })),
    ...itemRecordShapes(),
    events: z.array(eventSchema),
  }),
  effect: 'read',
  mcp: { tool: 'work_items', action: 'show', brief: '', rare: ['archived'], whole: 'item' },
  cli: { positionals: ['id'], examples: ['queue show W-12', 'queue show release-2.0 --json'] },
  about: 'workItem',
  palette: 'items',
  async run(context, input) {
    const heartbeats = await context.store.heartbeats.all();
    return context.store.read(async transaction => {
      const now = context.clock.now();
      const row = await findWorkItem(transaction, input.id);
      const dependencies = (await transaction.dependencies.of([row.id])).get(row.id) ?? [];
      const dependents = await transaction.dependencies.dependentsOf(row.id);
      const children = await transaction.workItems.childrenOf(row.id);
      const parent =
        row.parent_id === null ? undefined : await transaction.workItems.find({ by: 'ulid', ulid: row.parent_id });
      const events = await transaction.events.list({ workItemId: row.id }, 'newest', shownEvents);
      return {
        item: await presentOne(transaction, row, heartbeats, now),
        parent: parent === undefined ? null : itemLine(parent),
        children: children.map(itemLine),
        dependencies: dependencies.map(itemLine),
        dependents: dependents.map(dependent => ({
          ...itemLine(dependent),
          blocked: dependent.status === 'pending' && dependent.open_dependencies > 0,
        })),
        ...(await readItemRecords(transaction, row.id)),
        events: events.map(presentEvent),
      };
    });
  },
});
