import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { newWorkItem } from '../../domain/workItem/newWorkItem.js';
import { workItemSchema } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { message } from '../../messages/message.js';
import { addInput } from '../../records/workItem/addInput.js';
import { createdEvent, readRequest } from '../../records/workItem/addRequest.js';
import { findParent } from '../../records/workItem/parentAccess.js';
import { findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { addDifferences, comparedFields } from './addDifferences.js';

export const queueAdd = defineOperation({
  name: 'queue.add',
  order: 10,
  title: 'Add Work Item',
  asks: true,
  summary: 'Adds a work item to the queue; an existing id stays unchanged and the differences are listed.',
  input: addInput,
  output: z.object({
    inserted: z.boolean(),
    item: workItemSchema,
    /** Fields given for an existing id that differ from its item. */
    differs: z.array(z.enum(comparedFields)).optional(),
  }),
  effect: 'write',
  idempotency: 'id',
  mcp: {
    tool: 'work_items',
    action: 'add',
    brief: 'own id prevents duplicates; parent: W-1',
    rare: ['labels', 'notBefore', 'due', 'assignee', 'parent'],
  },
  cli: {
    positionals: ['title'],
    flags: { labels: 'label' },
    examples: [
      'queue add "Fix the login redirect"',
      'queue add "Release 2.0" --id release-2.0 --priority 1 --depends-on W-3 --due 2026-12-01T17:00Z',
      'queue add "Look at the flaky test" --kind bug --label ci --not-before +2h',
    ],
  },
  icon: 'add',
  palette: 'repository',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const existing =
        input.id === undefined ? undefined : await transaction.workItems.find({ by: 'key', key: input.id });
      if (existing !== undefined) {
        return {
          inserted: false,
          item: await presentOne(transaction, existing, transaction.heartbeats(), now),
          differs: await addDifferences(transaction, input, existing, now),
        };
      }
      const archived =
        input.id === undefined ? undefined : (await transaction.workItems.archivedKeys([input.id])).get(input.id);
      if (archived !== undefined) {
        const item = formatRef('workItem', archived);
        return refuse('conflict', message('queue.keyArchived', { id: input.id ?? '', item }), {
          next: [{ operation: 'queue.show', input: { id: item, archived: true } }],
        });
      }
      const targets = await findDependencies(transaction, input.dependsOn ?? []);
      const id = context.ids.ulid(now);
      const number = await transaction.workItems.takeNumbers(1);
      const parent =
        input.parent === undefined ? undefined : await findParent(transaction, { id, number }, input.parent);
      const row = newWorkItem(readRequest(input, now), {
        id,
        number,
        parentId: parent?.id,
        now,
        actor: context.actor,
        openDependencies: targets.filter(target => target.status !== 'done').length,
      });
      await transaction.workItems.insert([row]);
      if (targets.length > 0) {
        await transaction.dependencies.insert(
          targets.map(target => ({ work_item_id: row.id, depends_on_id: target.id, created_at: now })),
        );
      }
      await transaction.events.append([createdEvent(context.actor, row)]);
      const [counted] = parent === undefined ? [] : await transaction.dependencies.recount([row.id]);
      const added = counted === undefined ? row : await findWorkItem(transaction, row.id);
      return { inserted: true, item: await presentOne(transaction, added, noHeartbeats, now) };
    });
  },
});

/** Deduplicated; refuses an unknown item. */
async function findDependencies(transaction: Transaction, texts: readonly string[]): Promise<WorkItemRow[]> {
  const found = new Map<string, WorkItemRow>();
  for (const text of texts) {
    const row = await findWorkItem(transaction, text);
    found.set(row.id, row);
  }
  return [...found.values()];
}
