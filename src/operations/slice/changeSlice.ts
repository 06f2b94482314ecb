import { newEvent } from '../../domain/event/newEvent.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { lostSlice } from '../../domain/slice/sliceRule.js';
import type { Context } from '../../records/context.js';
import type { Transaction } from '../../store/store.js';

type SliceChange = Partial<Omit<SliceRow, 'id' | 'repository_id' | 'number' | 'revision' | 'updated_at'>>;

interface SliceEvent {
  readonly type: OwnEventType;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly now: number;
}

/** Changes a slice and records the event; refuses after a concurrent change. */
export async function changeSlice(
  transaction: Transaction,
  { actor }: Context,
  row: SliceRow,
  change: SliceChange,
  { type, payload, now }: SliceEvent,
): Promise<SliceRow> {
  const changed = await transaction.slices.change(row, { ...change, updated_at: now });
  if (changed === undefined) throw new RefusalError(lostSlice(row));
  const eventPayload = { slice: formatRef('slice', row.number), ...payload };
  await transaction.events.append([newEvent(actor, now, type, null, eventPayload, row.task_id)]);
  return changed;
}
