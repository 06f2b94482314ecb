import type { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../domain/cursor/cursor.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Context } from '../../records/context.js';
import { defaultPageSize, type pageOutput } from '../../records/workItem/queueFields.js';
import { presentAll } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import type { ListQuery } from '../../store/tables/workItemList.js';

type Order = ListQuery['order'];
export type ListPlace = NonNullable<ListQuery['after']>;

/** The columns that say the state of a row, for each order. */
const placeColumns = {
  updated: ['updated_at', 'number'],
  queue: ['priority', 'rank', 'due_sort', 'number'],
  created: ['number'],
} as const satisfies Record<Order, readonly (keyof ListPlace)[]>;

export interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Reads one page: `fetch` gives rows from `after` on, at most `limit`; one more is asked for to know whether there are more. */
export async function readPage(
  context: Context,
  order: Order,
  request: PageRequest,
  fetch: (
    transaction: Transaction,
    page: { now: number; heartbeats: ListQuery['heartbeats']; limit: number; after: ListPlace | undefined },
  ) => Promise<WorkItemRow[]>,
): Promise<z.output<typeof pageOutput>> {
  const limit = request.limit ?? defaultPageSize;
  const after = request.cursor === undefined ? undefined : placeOf(order, request.cursor);
  const heartbeats = await context.store.heartbeats.all();
  return context.store.read(async transaction => {
    const now = context.clock.now();
    const rows = await fetch(transaction, { now, heartbeats, limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await presentAll(transaction, shown, heartbeats, now),
      nextCursor: rows.length > limit && last !== undefined ? cursorAfter(order, last) : null,
    };
  });
}

function cursorAfter(order: Order, row: WorkItemRow): string {
  return encodeCursor(
    order,
    placeColumns[order].map(column => row[column]),
  );
}

function placeOf(order: Order, cursor: string): ListPlace {
  const columns = placeColumns[order];
  const values = decodeCursor(order, columns.length, cursor);
  const place: Record<keyof ListPlace, number> = {
    priority: 0,
    rank: 0,
    due_sort: 0,
    updated_at: 0,
    number: 0,
  };
  const fits = columns.every((column, index) => {
    const value = values?.[index];
    if (typeof value !== 'number') return false;
    place[column] = value;
    return true;
  });
  if (!fits) {
    throw refusalError('invalid_input', 'input.foreignCursor', { hint: 'input.foreignOrderHint' });
  }
  return place;
}
