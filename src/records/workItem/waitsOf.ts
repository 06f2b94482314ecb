import type { DependencyRow, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';

type Waiting = Pick<WorkItemRow, 'id' | 'parent_id' | 'open_dependencies'>;

/**
 * All that each of these items waits for, in the order to show: its own dependencies, done ones too, then the open ones of what it
 * is a part of. Items that wait for nothing are not in the map.
 */
export async function waitsOfAll(
  { dependencies }: Transaction,
  rows: readonly Waiting[],
): Promise<Map<string, readonly DependencyRow[]>> {
  const all = new Map<string, readonly DependencyRow[]>(await dependencies.of(rows.map(({ id }) => id)));
  const parts = rows.filter(({ parent_id, open_dependencies }) => parent_id !== null && open_dependencies > 0);
  if (parts.length === 0) return all;
  for (const [id, inherited] of await dependencies.throughParents(parts.map(part => part.id))) {
    const own = all.get(id) ?? [];
    const known = new Set(own.map(({ depends_on_id }) => depends_on_id));
    all.set(id, [...own, ...inherited.filter(({ depends_on_id }) => !known.has(depends_on_id))]);
  }
  return all;
}

/** All that one item waits for. */
export async function waitsOf(transaction: Transaction, row: Waiting): Promise<readonly DependencyRow[]> {
  return (await waitsOfAll(transaction, [row])).get(row.id) ?? [];
}
