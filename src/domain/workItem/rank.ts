/**
 * Where a moved work item goes. Ranks are doubles; smaller comes first within a priority and new items have 0, so ties
 * are common and are broken by due date and age.
 */

export interface RankPlan {
  /** The moved item's new rank. */
  readonly rank: number;
  /** New ranks of items before it, in queue order, that had to make space: their ids are at the same index in `before`. */
  readonly respaced: readonly { readonly index: number; readonly rank: number }[];
}

/** First of its priority; `first` is the smallest rank there is, undefined when there are no others. */
export function rankAtTop(first: number | undefined): number {
  return first === undefined ? 0 : first - 1;
}

/** Last of its priority; `last` is the largest rank there is, undefined when there are no others. */
export function rankAtBottom(last: number | undefined): number {
  return last === undefined ? 0 : last + 1;
}

/**
 * Between two neighbours. `before` holds the ranks of all items that come before the place, in queue order; `next` is the
 * rank of the item right after it. Where the last of `before` and `next` leave no room between them, items before the
 * place move towards the front, as few as possible: what follows keeps its rank, so that new items (rank 0) still come
 * after it.
 */
export function planRank(before: readonly number[], next: number): RankPlan {
  const previous = before.at(-1);
  if (previous === undefined) return { rank: rankAtTop(next), respaced: [] };
  const middle = previous + (next - previous) / 2;
  if (previous < middle && middle < next) return { rank: middle, respaced: [] };

  // Grow the stretch to be re-spaced until the item before it leaves room for all of it.
  for (let from = firstOfTie(before, before.length - 1); ; from = firstOfTie(before, from - 1)) {
    const count = before.length - from;
    const ranks = spread(from === 0 ? undefined : before[from - 1], next, count + 1);
    if (ranks !== undefined) {
      const rank = ranks[count] as number;
      return { rank, respaced: ranks.slice(0, count).map((value, offset) => ({ index: from + offset, rank: value })) };
    }
  }
}

/** Index of the first item that has the same rank as the one at `index`. */
function firstOfTie(ranks: readonly number[], index: number): number {
  let first = index;
  while (first > 0 && ranks[first - 1] === ranks[index]) first -= 1;
  return first;
}

/** `count` strictly growing ranks between two bounds, undefined when doubles are too coarse there; whole steps when open below. */
function spread(low: number | undefined, high: number, count: number): readonly number[] | undefined {
  const step = low === undefined ? 1 : (high - low) / (count + 1);
  const ranks = Array.from({ length: count }, (_, index) => high - (count - index) * step);
  const apart = ranks.every(
    (rank, index) => rank > (ranks[index - 1] ?? low ?? Number.NEGATIVE_INFINITY) && rank < high,
  );
  return apart ? ranks : undefined;
}
