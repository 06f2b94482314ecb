import { decodeCursor, encodeCursor } from '../../domain/cursor/cursor.js';
import { refusalError } from '../../domain/refusal/refusal.js';

/** The number after which a page begins, in a list that is ordered by numbers; refuses a cursor of another list. */
export function readPlace(order: string, cursor: string): number {
  const [number] = decodeCursor(order, 1, cursor) ?? [];
  if (typeof number === 'number') return number;
  throw refusalError('invalid_input', 'input.foreignCursor', { hint: 'evidence.foreignCursorHint' });
}

/** The cursor of the page after the one that ends with `last`; null when there is none. */
export function nextPlace(order: string, last: { readonly number: number } | undefined, more: boolean): string | null {
  return more && last !== undefined ? encodeCursor(order, [last.number]) : null;
}
