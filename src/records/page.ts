import * as z from 'zod';
import { decodeCursor, encodeCursor } from '../domain/cursor/cursor.js';
import { refusalError } from '../domain/refusal/refusal.js';
import type { PlainKey } from '../messages/message.js';

/** Give it as `cursor` for the next page; null on the last. */
export const nextCursorField = z.string().nullable();

/** Cuts to `limit` rows what was read with one more, and makes the cursor of the page after them. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { readonly shown: readonly Row[]; readonly nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** The same, of a list that is ordered by numbers. */
export function cutNumbered<Row extends { readonly number: number }>(
  order: string,
  rows: readonly Row[],
  limit: number,
) {
  return cutPage(rows, limit, ({ number }) => encodeCursor(order, [number]));
}

/** The number after which a page of such a list begins; undefined for the first page. Refuses a cursor of another list. */
export function readNumber(order: string, cursor: string | undefined, hint?: PlainKey): number | undefined {
  return cursor === undefined ? undefined : readNumbers(order, 1, cursor, hint)[0];
}

/** The numbers in a cursor; refuses one of another list. */
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
