import { newEvent } from '../../domain/event/newEvent.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { candidates, formatRef, identifierValue, parseIdentifier } from '../../domain/identifier/identifier.js';
import type { Refs } from '../../domain/record/column.js';
import { type Refusal, RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { HeartbeatIndex } from '../../domain/workItem/lease.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import { presentWorkItem } from '../../domain/workItem/presentWorkItem.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';
import type { WorkItemChange, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { terminalStatuses } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act, EventPayload } from '../act.js';
import { endAttempt } from '../attempt/attempts.js';
import { waitsOf, waitsOfAll } from './waitsOf.js';

/** For items that are not in progress, whose leases are not needed. */
export const noHeartbeats: HeartbeatIndex = new Map();

export async function findWorkItem(transaction: Transaction, text: string): Promise<WorkItemRow> {
  const identifier = parseIdentifier('workItem', text);
  const row = await transaction.workItems.find(identifier);
  if (row === undefined) throw new RefusalError(noSuchWorkItem(text, await transaction.workItems.hasArchives()));
  return row;
}

/** `mayBeArchived`: archives exist, so suggest searching them too. */
export function noSuchWorkItem(text: string, mayBeArchived = false): Refusal {
  const identifier = parseIdentifier('workItem', text);
  const number = candidates(identifier).find(({ by }) => by === 'number');
  const name =
    number?.by === 'number'
      ? formatRef('workItem', number.number)
      : message('queue.withId', { id: String(identifierValue(identifier)).slice(0, 80) });
  return refuse('not_found', message('queue.unknown', { item: name }), {
    next: [
      { operation: 'queue.list', input: {} },
      ...(mayBeArchived ? [{ operation: 'queue.show', input: { id: text, archived: true } }] : []),
    ],
    details: { id: text },
  });
}

export function lostRace(row: WorkItemRow): Refusal {
  return refuse('conflict', message('input.changedMeanwhile', { subject: nameOf(row) }), { hint: 'input.lookAgain' });
}

/** Changes an item, ends its attempts with it and writes its event, with the row's time of change. Refuses after a concurrent change. */
export async function changeWorkItem(
  act: Act,
  row: WorkItemRow,
  change: WorkItemChange,
  type: OwnEventType,
  payload: EventPayload,
): Promise<WorkItemRow> {
  const { transaction, actor, now } = act;
  const changed = await transaction.workItems.change(row, { ...change, updated_at: now });
  if (changed === undefined) throw new RefusalError(lostRace(row));
  await transaction.events.append([newEvent(actor, now, type, row.id, payload)]);
  const isReleased = type === 'work_item_released' || change.status === 'pending';
  const reason = isReleased ? 'released' : terminalStatuses.find(status => status === change.status);
  const why = typeof payload.notes === 'string' ? payload.notes : null;
  if (reason !== undefined) await endAttempt(act, { itemId: row.id }, { reason, why });
  return changed;
}

/** Presents items with their dependencies, from at most two queries. */
export async function presentAll(
  transaction: Transaction,
  rows: readonly WorkItemRow[],
  heartbeats: HeartbeatIndex,
  now: number,
): Promise<WorkItem[]> {
  const waits = await waitsOfAll(transaction, rows);
  const parents = await parentRefs(transaction, rows);
  return rows.map(row => presentWorkItem(row, waits.get(row.id) ?? [], heartbeats, now, parents));
}

export async function presentOne(
  transaction: Transaction,
  row: Omit<WorkItemRow, 'repository_id'>,
  heartbeats: HeartbeatIndex,
  now: number,
): Promise<WorkItem> {
  const parents = await parentRefs(transaction, [row]);
  return presentWorkItem(row, await waitsOf(transaction, row), heartbeats, now, parents);
}

export async function parentRefs(
  transaction: Transaction,
  rows: readonly Pick<WorkItemRow, 'parent_id'>[],
): Promise<Refs> {
  const ids = rows.flatMap(({ parent_id }) => parent_id ?? []);
  const known = ids.length === 0 ? [] : await transaction.workItems.known(ids.map(ulid => ({ by: 'ulid', ulid })));
  return new Map([...known].map(([, { id, number }]) => [id, formatRef('workItem', number)]));
}
