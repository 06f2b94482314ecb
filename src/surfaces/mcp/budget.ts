import { jsonBytes, type Shaped } from './shape.js';
import { renderText } from './text.js';

/** How long a reply may be before lists in it are cut, in bytes; counted for its text and its JSON each. */
export const replyBudgetBytes = 8000;

/** The larger of a reply's two forms, in bytes: a client shows its model one or the other. */
export function replyBytes(shaped: Shaped): number {
  return Math.max(jsonBytes(shaped), Buffer.byteLength(renderText(shaped)));
}

/**
 * How many elements of a list fit into a reply; at least one, so that paging always advances. Leaves space for the
 * sentence on what was left out.
 */
export function elementsThatFit(shaped: Shaped, field: string, budget: number = replyBudgetBytes): number {
  const list = shaped[field];
  if (!Array.isArray(list)) return 1;
  const limit = budget - 300;
  let low = 1;
  let high = list.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (replyBytes({ ...shaped, [field]: list.slice(0, middle) }) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Shortens the lists of a reply that has no pages, wherever they are in it, the largest first, until all but `spared` fit;
 * says what was left out, and with `rest` where it is.
 */
export function cutLists(
  shaped: Shaped,
  spared: ReadonlySet<string>,
  { rest = 'list gives them all, page by page', budget = replyBudgetBytes }: { rest?: string; budget?: number } = {},
): Shaped {
  const counted = Object.fromEntries(Object.entries(shaped).filter(([field]) => !spared.has(field)));
  if (replyBytes(counted) <= budget) return shaped;
  const lists = listsIn(counted);
  const lengths = new Map(lists.map(({ path, list }) => [path, list.length]));
  const cut = () => withLists(counted, '', lengths) as Shaped;
  while (replyBytes(cut()) > budget - 300) {
    const bytes = ({ path, list }: FoundList) => jsonBytes(list.slice(0, lengths.get(path)));
    const [largest] = lists.filter(({ path }) => (lengths.get(path) ?? 0) > 1).sort((a, b) => bytes(b) - bytes(a));
    if (largest === undefined) break;
    lengths.set(largest.path, Math.floor((lengths.get(largest.path) ?? 0) / 2));
  }
  const notes = lists
    .filter(({ path, list }) => (lengths.get(path) ?? 0) < list.length)
    .map(({ path, list }) => `${lengths.get(path)} of ${list.length} in ${path}`);
  return { ...shaped, ...cut(), note: `Shortened: ${notes.join(', ')}; ${rest}.` };
}

interface FoundList {
  /** Fields on the way to it: `needsYou.rows`. */
  readonly path: string;
  readonly list: readonly unknown[];
}

/** The outermost lists of a value. */
function listsIn(value: unknown, path = ''): readonly FoundList[] {
  if (Array.isArray(value)) return [{ path, list: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, part]) => listsIn(part, path === '' ? field : `${path}.${field}`));
}

function withLists(value: unknown, path: string, lengths: ReadonlyMap<string, number>): unknown {
  if (Array.isArray(value)) return value.slice(0, lengths.get(path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      field,
      withLists(part, path === '' ? field : `${path}.${field}`, lengths),
    ]),
  );
}
