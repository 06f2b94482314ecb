import { formatRef } from '../../domain/identifier/identifier.js';
import { findDependencyPath } from '../../domain/workItem/dependencyCycle.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';

/** A blocker, and the ULIDs of items that will wait for it. */
export interface NewWait {
  readonly target: string;
  readonly waiting: ReadonlySet<string>;
}

export interface Cycle {
  readonly target: string;
  /** First item that will wait for the target. */
  readonly waiting: WorkItemRow;
  /** `W-1`, `W-3`, `W-1` */
  readonly refs: readonly string[];
}

/** Cycle closed by these edges, stored or not. */
export async function findCycle(transaction: Transaction, waits: readonly NewWait[]): Promise<Cycle | undefined> {
  if (waits.length === 0) return undefined;
  const edges = await transaction.dependencies.reachableFrom(waits.map(({ target }) => target));
  for (const { target, waiting } of waits) {
    const path = findDependencyPath(edges, target, id => waiting.has(id));
    const last = path?.at(-1);
    if (path === undefined || last === undefined) continue;
    const rows = new Map((await transaction.workItems.ofIds(path)).map(row => [row.id, row]));
    const row = rows.get(last);
    if (row === undefined) continue;
    const refs = [last, ...path].map(id => formatRef('workItem', rows.get(id)?.number ?? row.number));
    return { target, waiting: row, refs };
  }
  return undefined;
}
