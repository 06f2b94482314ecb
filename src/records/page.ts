import * as z from 'zod';
import { decodeCursor, encodeCursor } from '../domain/cursor/cursor.js';
import { refusalError } from '../domain/refusal/refusal.js';
import type { PlainKey } from '../messages/message.js';

/** The next page's `cursor`; null on the last. */
export const nextCursorField = z.string().nullable();

/** Cuts rows, of which `limit` plus one were read, to `limit`, with the next page's cursor. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { readonly shown: readonly Row[]; readonly nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Cuts a list ordered by number likewise. */
export function cutNumbered<Row extends { readonly number: number }>(
  order: string,
  rows: readonly Row[],
  limit: number,
) {
  return cutPage(rows, limit, ({ number }) => encodeCursor(order, [number]));
}

/** Number after which a page begins; undefined for the first page. Refuses another list's cursor. */
export function readNumber(order: string, cursor: string | undefined, hint?: PlainKey): number | undefined {
  return cursor === undefined ? undefined : readNumbers(order, 1, cursor, hint)[0];
}

/** Numbers in a cursor; refuses another list's. */
export function readNumbers(
  order: string,
  count: number,
  cursor: string,
  hint: PlainKey = 'input.foreignCursorHint',
): readonly number[] {
  const values = decodeCursor(order, count, cursor);
  const numbers = values?.filter(value => typeof value === 'number');
  if (numbers?.length === count) return numbers;
  throw refusalError('invalid_input', 'input.foreignCursor', { hint });
}
