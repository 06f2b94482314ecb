import type { z } from 'zod';
import { encodeCursor } from '../../domain/cursor/cursor.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import type { Context } from '../../records/context.js';
import { cutPage, readNumbers } from '../../records/page.js';
import { defaultPageSize, type pageOutput } from '../../records/workItem/queueFields.js';
import { presentAll } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import type { ListQuery } from '../../store/tables/workItemList.js';

type Order = ListQuery['order'];
export type ListPlace = NonNullable<ListQuery['after']>;

const placeFields = {
  updated: ['updated_at', 'number'],
  queue: ['priority', 'rank', 'due_sort', 'number'],
  created: ['number'],
  open: ['ended', 'updated_at', 'priority', 'rank', 'due_sort', 'number'],
} as const satisfies Record<Order, readonly (keyof ListPlace)[]>;

export interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Reads a page: `fetch` returns up to `limit` rows after `after`, and one more to detect a next page. */
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
    const { shown, nextCursor } = cutPage(rows, limit, last => {
      const place: ListPlace = { ...last, ended: isTerminal(last.status) ? 1 : 0 };
      return encodeCursor(
        order,
        placeFields[order].map(field => place[field]),
      );
    });
    return {
      items: await presentAll(transaction, shown, heartbeats, now),
      nextCursor,
    };
  });
}

function placeOf(order: Order, cursor: string): ListPlace {
  const fields: readonly (keyof ListPlace)[] = placeFields[order];
  const values = readNumbers(order, fields.length, cursor, 'input.foreignOrderHint');
  const place: Record<keyof ListPlace, number> = {
    ended: 0,
    priority: 0,
    rank: 0,
    due_sort: 0,
    updated_at: 0,
    number: 0,
  };
  for (const [index, field] of fields.entries()) place[field] = values[index] ?? 0;
  return place;
}
