import type { DependencyRow, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';

type Waiting = Pick<WorkItemRow, 'id' | 'parent_id' | 'open_dependencies'>;

/** Dependencies of each item in display order: its own, also done ones, then open ones of its ancestors. Only items with any. */
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

export async function waitsOf(transaction: Transaction, row: Waiting): Promise<readonly DependencyRow[]> {
  return (await waitsOfAll(transaction, [row])).get(row.id) ?? [];
}
