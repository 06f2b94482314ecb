import { jsonBytes, type Shaped } from './shape.js';
import { renderText } from './text.js';

/** Max bytes of a reply before its lists are cut; text and JSON count separately. */
export const replyBudgetBytes = 8000;

/** Returns the size in bytes of the larger of a reply's two forms: a client shows its model one or the other. */
export function replyBytes(shaped: Shaped): number {
  return Math.max(jsonBytes(shaped), Buffer.byteLength(renderText(shaped)));
}

/** Leaves space for the note on omitted elements; at least 1, so that paging advances. */
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

/** Shortens the lists of an unpaged reply, largest first, until all but `spared` fit, and adds a note with `rest`. */
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
  readonly path: string;
  readonly list: readonly unknown[];
}

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
