import type { z } from 'zod';
import { encodeCursor } from '../../domain/cursor/cursor.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Context } from '../../records/context.js';
import { cutPage, readNumbers } from '../../records/page.js';
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
    const { shown, nextCursor } = cutPage(rows, limit, last =>
      encodeCursor(
        order,
        placeColumns[order].map(column => last[column]),
      ),
    );
    return {
      items: await presentAll(transaction, shown, heartbeats, now),
      nextCursor,
    };
  });
}

function placeOf(order: Order, cursor: string): ListPlace {
  const columns: readonly (keyof ListPlace)[] = placeColumns[order];
  const values = readNumbers(order, columns.length, cursor, 'input.foreignOrderHint');
  const place: Record<keyof ListPlace, number> = { priority: 0, rank: 0, due_sort: 0, updated_at: 0, number: 0 };
  for (const [index, column] of columns.entries()) place[column] = values[index] ?? 0;
  return place;
}
