import type { z } from 'zod';
import { encodeCursor } from '../../domain/cursor/cursor.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { type eventPageOutput, eventPageSize } from '../../records/event/eventFields.js';
import { findFinding } from '../../records/finding/findingAccess.js';
import { cutPage, readNumbers } from '../../records/page.js';
import { readTime } from '../../records/workItem/inputTime.js';
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

export async function readEvents(
  context: Context,
  request: EventRequest,
  order: EventOrder,
  range: Pick<EventFilter, 'from' | 'to' | 'afterId'>,
): Promise<z.output<typeof eventPageOutput>> {
  const limit = request.limit ?? eventPageSize;
  const after = request.cursor === undefined ? undefined : placeOf(order, request.cursor);
  return context.store.read(async transaction => {
    const named = request.about === undefined ? undefined : await recordNamed(context, transaction, request.about);
    const workItem = request.workItem ?? (named?.startsWith('W-') ? named : undefined);
    const workItemId = workItem === undefined ? undefined : (await findWorkItem(transaction, workItem)).id;
    const finding =
      request.finding === undefined ? {} : await aboutFinding(context, transaction, request.finding, range.from);
    const about = workItem === named ? undefined : named;
    const filter = { type: request.type, actor: request.actor, about, workItemId, ...range, ...finding };
    // One more than the limit, to detect a next page.
    const rows = await transaction.events.list(filter, order, limit + 1, after);
    const { shown, nextCursor } = cutPage(rows, limit, ({ ts, id }) => encodeCursor(order, [ts, id]));
    return {
      events: shown.map(presentEvent),
      nextCursor,
      lastId: shown.reduce((highest, row) => Math.max(highest, row.id), range.afterId ?? 0),
    };
  });
}

/** Ref of a record in events; refuses an unknown one. Findings may share a caller's id, which may look like a ref (`f-1`). */
async function recordNamed(context: Context, transaction: Transaction, text: string): Promise<string> {
  const [, letter = '', digits = ''] = /^([wtflrv])-?(\d{1,15})$/i.exec(text) ?? [];
  const ref = `${letter.toUpperCase()}-${digits}`;
  if (ref.startsWith('W')) return ref;
  if (ref.startsWith('F')) return formatRef('finding', (await findFinding(context, transaction, text)).number);
  const tables = { T: transaction.tasks, L: transaction.lanes, R: transaction.runs, V: transaction.reviewRuns };
  const table = tables[letter.toUpperCase() as keyof typeof tables];
  if (table === undefined) {
    throw refusalError('invalid_input', message('events.noRecordId', { about: text.slice(0, 80) }), {
      hint: 'events.noRecordIdHint',
    });
  }
  if ((await table.find({ by: 'number', number: Number(digits) })) !== undefined) return ref;
  throw refusalError('not_found', message('events.noRecord', { ref }), {
    hint: 'events.noRecordHint',
    details: { about: text },
  });
}

/** Refuses a range that ends before it begins. */
export function readRange(
  input: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): { readonly from: number | undefined; readonly to: number | undefined } {
  const from = readTime(input.from, 'from', now);
  const to = readTime(input.to, 'to', now);
  if (from === undefined || to === undefined || from <= to) return { from, to };
  const text = message('events.endsBeforeStart', { to: input.to ?? '', from: input.from ?? '' });
  throw refusalError('invalid_input', text, { hint: 'events.endsBeforeStartHint' });
}

/** Limits the range to the time since the finding was recorded. */
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
