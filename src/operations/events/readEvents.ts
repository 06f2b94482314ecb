import type { z } from 'zod';
import { encodeCursor } from '../../domain/cursor/cursor.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { Context } from '../../records/context.js';
import { type eventPageOutput, eventPageSize } from '../../records/event/eventFields.js';
import { findFinding } from '../../records/finding/findingAccess.js';
import { cutPage, readNumbers } from '../../records/page.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import type { EventFilter, EventOrder, EventPlace } from '../../store/tables/eventTable.js';

export interface EventRequest {
  readonly type?: string | undefined;
  readonly about?: string | undefined;
  readonly workItem?: string | undefined;
  readonly finding?: string | undefined;
  readonly actor?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Reads one page of the timeline. */
export async function readEvents(
  context: Context,
  request: EventRequest,
  order: EventOrder,
  range: Pick<EventFilter, 'from' | 'to' | 'afterId'>,
): Promise<z.output<typeof eventPageOutput>> {
  const limit = request.limit ?? eventPageSize;
  const after = request.cursor === undefined ? undefined : placeOf(order, request.cursor);
  return context.store.read(async transaction => {
    const { about } = request;
    const workItem = request.workItem ?? (about !== undefined && /^W-\d+$/i.test(about) ? about : undefined);
    const workItemId = workItem === undefined ? undefined : (await findWorkItem(transaction, workItem)).id;
    const finding =
      request.finding === undefined ? {} : await aboutFinding(context, transaction, request.finding, range.from);
    const named = workItem === about ? undefined : about?.toUpperCase();
    const filter = { type: request.type, actor: request.actor, about: named, workItemId, ...range, ...finding };
    // One more than asked for, to know whether there are more.
    const rows = await transaction.events.list(filter, order, limit + 1, after);
    const { shown, nextCursor } = cutPage(rows, limit, ({ ts, id }) => encodeCursor(order, [ts, id]));
    return {
      events: shown.map(presentEvent),
      nextCursor,
      lastId: shown.reduce((highest, row) => Math.max(highest, row.id), range.afterId ?? 0),
    };
  });
}

/** Nothing happens to a finding before it is recorded. */
async function aboutFinding(
  context: Context,
  transaction: Transaction,
  text: string,
  from: number | undefined,
): Promise<Pick<EventFilter, 'finding' | 'from'>> {
  const row = await findFinding(context, transaction, text);
  return { finding: formatRef('finding', row.number), from: Math.max(row.created_at, from ?? 0) };
}

function placeOf(order: EventOrder, cursor: string): EventPlace {
  const [ts = 0, id = 0] = readNumbers(order, 2, cursor);
  return { ts, id };
}
