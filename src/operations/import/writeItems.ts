import { newEvent } from '../../domain/event/newEvent.js';
import type { ImportFormat } from '../../domain/import/formats.js';
import type { PlannedItem } from '../../domain/import/planImport.js';
import { newWorkItem } from '../../domain/workItem/newWorkItem.js';
import { parentsFirst } from '../../domain/workItem/parentsFirst.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import type { Context } from '../../records/context.js';
import { createdEvent } from '../../records/workItem/addRequest.js';
import type { Transaction } from '../../store/store.js';
import type { KnownItem } from '../../store/tables/workItemTable.js';

/**
 * Adds planned items with the next numbers; returns the first and last one, and ULIDs by key. Keys of possible dependencies among
 * present items are in `existing`. Rows have the tracker's times; events are of now.
 */
export async function writeItems(
  context: Context,
  transaction: Transaction,
  items: readonly PlannedItem[],
  existing: ReadonlyMap<string, KnownItem>,
  format: ImportFormat,
): Promise<{ first: number; last: number; ids: ReadonlyMap<string, string> }> {
  const { actor, clock, ids, settings } = context;
  const now = clock.now();
  const first = await transaction.workItems.takeNumbers(items.length);
  const made = items.map((item, index) => ({ ...item, id: ids.ulid(now), number: first + index }));
  const byKey = new Map<string, Pick<KnownItem, 'id' | 'status'>>(existing);
  for (const { request, status, id } of made) byKey.set(request.key, { id, status });

  const rows = made.map(({ request, status, owner = null, heldBy, times, id, number, dependsOn, parent }) => {
    const openDependencies = dependsOn.filter(key => byKey.get(key)?.status !== 'done').length;
    const isHeld = status === 'in_flight';
    // A tracker's clock may have been ahead.
    const past = (time: number | undefined) => Math.min(time ?? now, now);
    return {
      ...newWorkItem(request, {
        id,
        number,
        now,
        actor,
        openDependencies,
        parentId: parent === undefined ? undefined : byKey.get(parent)?.id,
      }),
      status,
      owner,
      // A person's claim never expires; an agent that does not continue here loses its own.
      owner_role: owner === null ? null : heldBy === 'person' ? ('human' as const) : ('agent' as const),
      token: isHeld ? 1 : 0,
      lease_until: isHeld && heldBy === 'agent' ? now + settings.leaseMs : null,
      claimed_at: isHeld ? past(times.startedAt ?? times.updatedAt) : (times.startedAt ?? null),
      resolved_at: isTerminal(status) ? past(times.closedAt ?? times.updatedAt) : null,
      created_at: past(times.createdAt),
      updated_at: past(times.updatedAt),
    };
  });
  await transaction.workItems.insert(parentsFirst(rows));
  const idOf = (key: string) => byKey.get(key)?.id ?? '';
  await transaction.dependencies.insert(
    made.flatMap(({ id, dependsOn }) =>
      dependsOn.map(key => ({ work_item_id: id, depends_on_id: idOf(key), created_at: now })),
    ),
  );
  await transaction.dependencies.recount(rows.filter(({ parent_id }) => parent_id !== null).map(({ id }) => id));
  await transaction.events.append(
    rows.flatMap(row => [
      createdEvent(actor, { ...row, created_at: now }, format),
      ...(isTerminal(row.status)
        ? [newEvent(actor, now, 'work_item_resolved', row.id, { status: row.status, notes: null })]
        : []),
    ]),
  );
  return { first, last: first + rows.length - 1, ids: new Map(made.map(({ request, id }) => [request.key, id])) };
}
