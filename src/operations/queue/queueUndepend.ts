import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { workItemLimits } from '../../domain/workItem/workItem.js';
import { idField, itemOutput } from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const queueUndepend = defineOperation({
  name: 'queue.undepend',
  order: 180,
  title: 'Remove Dependency',
  asks: true,
  summary: 'Removes dependencies of a work item.',
  input: z.strictObject({
    id: idField,
    dependsOn: z.array(idField).min(1).max(workItemLimits.dependencies).describe('Dependencies to remove'),
  }),
  output: itemOutput,
  effect: 'write',
  mcp: { tool: 'work_items', action: 'undepend', brief: '' },
  cli: { positionals: ['id', 'dependsOn'], examples: ['queue undepend W-12 W-7'] },
  about: 'workItem',
  palette: 'items',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const heartbeats = transaction.heartbeats();
      const row = await findWorkItem(transaction, input.id);
      const present = (await transaction.dependencies.of([row.id])).get(row.id) ?? [];
      const named = new Set<string>();
      for (const text of input.dependsOn) named.add((await findWorkItem(transaction, text)).id);
      const removed = present.filter(dependency => named.has(dependency.depends_on_id));
      if (removed.length === 0) return { item: await presentOne(transaction, row, heartbeats, now) };
      await transaction.dependencies.remove(
        row.id,
        removed.map(dependency => dependency.depends_on_id),
      );
      await transaction.dependencies.recount([row.id]);
      const changed = await changeWorkItem(
        { transaction, actor: context.actor, now },
        await findWorkItem(transaction, row.id),
        {},
        'work_item_dependency_removed',
        { dependsOn: removed.map(dependency => formatRef('workItem', dependency.number)) },
      );
      return { item: await presentOne(transaction, changed, heartbeats, now) };
    });
  },
});
