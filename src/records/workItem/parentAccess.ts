import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { findWorkItem } from './workItemAccess.js';

/** Finds the future parent of `row`; refuses `row` itself and its descendants. */
export async function findParent(
  transaction: Transaction,
  row: Pick<WorkItemRow, 'id' | 'number'>,
  text: string,
): Promise<WorkItemRow> {
  const parent = await findWorkItem(transaction, text);
  const refs = [formatRef('workItem', row.number)];
  for (let above: WorkItemRow | undefined = parent; above !== undefined; ) {
    refs.push(formatRef('workItem', above.number));
    if (above.id === row.id) {
      throw refusalError(
        'invalid_input',
        message('queue.parentCycle', { item: refs[0] ?? '', parent: nameOf(parent), refs: refs.join(' → ') }),
        { hint: 'queue.parentCycleHint' },
      );
    }
    above =
      above.parent_id === null ? undefined : await transaction.workItems.find({ by: 'ulid', ulid: above.parent_id });
  }
  return parent;
}
