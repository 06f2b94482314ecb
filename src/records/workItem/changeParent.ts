import { refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { findCycle, type NewWait } from './findCycle.js';

/** Sets or removes an item's parent by `write` and recounts affected dependencies. Refuses a cycle and rolls back. */
export async function changeParent(
  transaction: Transaction,
  row: WorkItemRow,
  parent: Pick<WorkItemRow, 'id'> | null,
  write: () => Promise<unknown>,
): Promise<void> {
  const { workItems, dependencies } = transaction;
  const old = await aboveOf(transaction, row.parent_id);
  const next = await aboveOf(transaction, parent?.id ?? null);
  const left = [...old].filter(id => !next.has(id));
  const joined = [...next].filter(id => !old.has(id));
  const moved = await workItems.subtreeOf(row.id);
  await write();

  const edges = await dependencies.of([...left, ...joined]);
  const waits: NewWait[] = [];
  const roots = [row.id];
  for (const [holder, list] of edges) {
    const targets = list.map(({ depends_on_id }) => depends_on_id);
    const among = targets.filter(target => moved.has(target));
    if (among.length > 0) roots.push(holder);
    if (old.has(holder)) {
      if (among.length === 0) continue;
      // While it was below the holder, it did not block the holder's other descendants.
      const waiting = await workItems.subtreeOf(holder);
      waits.push(...among.map(target => ({ target, waiting })));
      continue;
    }
    for (const target of targets) {
      if (!(await aboveOf(transaction, target)).has(holder)) waits.push({ target, waiting: moved });
    }
  }
  const cycle = await findCycle(transaction, waits);
  if (cycle !== undefined) {
    const text = message('queue.cycleThroughParent', { item: nameOf(row), refs: cycle.refs.join(' → ') });
    throwIfRefused(refuse('invalid_input', text, { hint: 'queue.cycleHint', details: { notify: [...cycle.refs] } }));
  }
  await dependencies.recount(roots);
}

async function aboveOf({ workItems }: Transaction, id: string | null): Promise<Set<string>> {
  return new Set((await workItems.ancestorsOf({ parent_id: id })).map(row => row.id));
}
