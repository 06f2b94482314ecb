/** Doubles, smaller first within a priority. New items have 0, so ties are common; due date and age break them. */

export interface RankPlan {
  readonly rank: number;
  /** New ranks of items moved to make space; `index` refers to `before`. */
  readonly respaced: readonly { readonly index: number; readonly rank: number }[];
}

export function rankAtTop(first: number | undefined): number {
  return first === undefined ? 0 : first - 1;
}

export function rankAtBottom(last: number | undefined): number {
  return last === undefined ? 0 : last + 1;
}

/**
 * `before` has the ranks before the place, in queue order. Without room, as few items as possible before the place move to the
 * front; later items keep their ranks, so that new items (rank 0) still come after them.
 */
export function planRank(before: readonly number[], next: number): RankPlan {
  const previous = before.at(-1);
  if (previous === undefined) return { rank: rankAtTop(next), respaced: [] };
  const middle = previous + (next - previous) / 2;
  if (previous < middle && middle < next) return { rank: middle, respaced: [] };

  // Extend the stretch to re-space until the item before it leaves enough room.
  for (let from = firstOfTie(before, before.length - 1); ; from = firstOfTie(before, from - 1)) {
    const count = before.length - from;
    const ranks = spread(from === 0 ? undefined : before[from - 1], next, count + 1);
    if (ranks !== undefined) {
      const rank = ranks[count] as number;
      return { rank, respaced: ranks.slice(0, count).map((value, offset) => ({ index: from + offset, rank: value })) };
    }
  }
}

function firstOfTie(ranks: readonly number[], index: number): number {
  let first = index;
  while (first > 0 && ranks[first - 1] === ranks[index]) first -= 1;
  return first;
}

/** Ascending; undefined if doubles are too coarse. Steps of 1 without a lower bound. */
function spread(low: number | undefined, high: number, count: number): readonly number[] | undefined {
  const step = low === undefined ? 1 : (high - low) / (count + 1);
  const ranks = Array.from({ length: count }, (_, index) => high - (count - index) * step);
  const apart = ranks.every(
    (rank, index) => rank > (ranks[index - 1] ?? low ?? Number.NEGATIVE_INFINITY) && rank < high,
  );
  return apart ? ranks : undefined;
}
