import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type Refusal, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import { workItemLimits } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { checkOpen } from '../../domain/workItem/workItemRule.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import { tellLanes } from '../../records/thread/tellLanes.js';
import { findCycle } from '../../records/workItem/findCycle.js';
import { idField, itemOutput } from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, presentOne } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

export const queueDepend = defineOperation({
  name: 'queue.depend',
  order: 170,
  title: 'Add Dependency',
  asks: true,
  summary: 'Adds dependencies. Cycles are refused.',
  input: z.strictObject({
    id: idField,
    dependsOn: z.array(idField).min(1).max(workItemLimits.dependencies).describe('Work items that must be done first'),
  }),
  output: itemOutput,
  effect: 'write',
  mcp: { tool: 'work_items', action: 'depend', brief: '' },
  cli: { positionals: ['id', 'dependsOn'], examples: ['queue depend W-12 W-7', 'queue depend W-12 W-7 W-8'] },
  about: 'workItem',
  palette: 'items',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const heartbeats = transaction.heartbeats();
      const row = await findWorkItem(transaction, input.id);
      throwIfRefused(checkOpen(row, message('queue.actDepend')));
      const present = (await transaction.dependencies.of([row.id])).get(row.id) ?? [];
      const existing = new Set(present.map(dependency => dependency.depends_on_id));
      const added = new Map<string, WorkItemRow>();
      for (const text of input.dependsOn) {
        const target = await findWorkItem(transaction, text);
        throwIfRefused(checkOther(row, target));
        if (!existing.has(target.id)) added.set(target.id, target);
      }
      const targets = [...added.values()];
      throwIfRefused(checkCount(row, present.length + targets.length));
      throwIfRefused(await checkRings(transaction, row, targets));
      if (targets.length === 0) return { item: await presentOne(transaction, row, heartbeats, now) };
      await transaction.dependencies.insert(
        targets.map(target => ({ work_item_id: row.id, depends_on_id: target.id, created_at: now })),
      );
      const waiting = await transaction.dependencies.recount([row.id]);
      const open = targets.filter(({ status }) => status !== 'done').map(({ number }) => formatRef('workItem', number));
      for (const item of waiting) {
        if (item.status === 'pending' || isTerminal(item.status)) continue;
        const text = message('threads.blockedSince', { item: nameOf(item), items: open.join(', ') });
        await tellLanes(context, transaction, item.id, text);
      }
      const changed = await changeWorkItem(
        { transaction, actor: context.actor, now },
        await findWorkItem(transaction, row.id),
        {},
        'work_item_dependency_added',
        { dependsOn: targets.map(target => formatRef('workItem', target.number)) },
      );
      return { item: await presentOne(transaction, changed, heartbeats, now) };
    });
  },
});

function checkOther(row: WorkItemRow, target: WorkItemRow): Refusal | undefined {
  if (row.id !== target.id) return undefined;
  return refuse('invalid_input', message('queue.dependsOnItself', { item: nameOf(row) }), {
    hint: 'queue.dependsOnItselfHint',
  });
}

function checkCount(row: WorkItemRow, count: number): Refusal | undefined {
  if (count <= workItemLimits.dependencies) return undefined;
  return refuse(
    'invalid_input',
    message('queue.tooManyDependencies', { item: nameOf(row), max: workItemLimits.dependencies }),
    { hint: 'queue.tooManyDependenciesHint' },
  );
}

/** Refuses the first edge that closes a cycle. Items below this one wait too, unless the dependency is below it as well. */
async function checkRings(
  transaction: Transaction,
  row: WorkItemRow,
  targets: readonly WorkItemRow[],
): Promise<Refusal | undefined> {
  const below = await transaction.workItems.subtreeOf(row.id);
  const own = new Set([row.id]);
  const cycle = await findCycle(
    transaction,
    targets.map(({ id }) => ({ target: id, waiting: below.has(id) ? own : below })),
  );
  const target = targets.find(({ id }) => id === cycle?.target);
  if (cycle === undefined || target === undefined) return undefined;
  const about = { item: nameOf(row), other: nameOf(target), refs: cycle.refs.join(' → ') };
  const isOwn = cycle.waiting.id === row.id;
  return refuse(
    'invalid_input',
    isOwn ? message('queue.cycle', about) : message('queue.cycleOfPart', { ...about, part: nameOf(cycle.waiting) }),
    { hint: 'queue.cycleHint', details: { notify: [...cycle.refs] } },
  );
}
