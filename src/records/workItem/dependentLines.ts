import type { z } from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import type { Transaction } from '../../store/store.js';
import type { itemLineSchema } from './queueFields.js';

type ItemLine = z.output<typeof itemLineSchema>;

export function itemLine(row: Pick<WorkItemRow, 'number' | 'title' | 'status'>): ItemLine {
  return { ref: formatRef('workItem', row.number), title: row.title, status: row.status };
}

/** Open items that wait for an item (by ULID) that is not done; none without an item. */
export async function stillBlocked(transaction: Transaction, itemId: string | null): Promise<ItemLine[]> {
  const [item] = itemId === null ? [] : await transaction.workItems.ofIds([itemId]);
  if (item === undefined || item.status === 'done') return [];
  const dependents = await transaction.dependencies.dependentsOf(item.id);
  return dependents.filter(({ status }) => !isTerminal(status)).map(itemLine);
}
