import type { DayCell, HourCell, ReviewStep } from '../../domain/event/trend.js';
import type { Store, Transaction } from '../../store/store.js';

export interface TrendCounts {
  readonly days: readonly DayCell[];
  readonly hours: readonly HourCell[];
  /** Names of people who acted in these days. */
  readonly people: readonly string[];
  /** Starts `reviewReach` before the days: a review may have begun earlier. */
  readonly reviews: readonly ReviewStep[];
}

export interface TrendRequest {
  readonly first: number;
  readonly last: number;
  readonly shiftMs: number;
  readonly kind: string | undefined;
}

interface Kept extends TrendCounts {
  readonly key: string;
  readonly upTo: number;
}

const reviewReach = 30 * 86_400_000;
const keptPerStore = 4;
const cache = new WeakMap<Store, readonly Kept[]>();

/** Counts the timeline. Reads only new events while the store is open, unless a restore or changed item drops the cache. */
export async function countTrends(store: Store, transaction: Transaction, request: TrendRequest): Promise<TrendCounts> {
  const { trends, events, lanes } = transaction;
  const key = JSON.stringify([request.first, request.last, request.shiftMs, request.kind]);
  const upTo = await events.lastId();
  const before = cache.get(store)?.find(one => one.key === key);
  const cached = before !== undefined && (await isTrue(transaction, before, upTo, request.kind)) ? before : undefined;
  if (cached !== undefined && cached.upTo === upTo) return cached;
  const range = { ...request, afterId: cached?.upTo ?? 0 };
  const hasLanes = (await lanes.list()).length > 0;
  const counts: Kept = {
    key,
    upTo,
    days: sumCells(cached?.days ?? [], await trends.days(range), dayKey, addDays),
    hours: sumCells(cached?.hours ?? [], await trends.hours(range), hourKey, addHours),
    people: [...new Set([...(cached?.people ?? []), ...(await trends.people(range))])],
    reviews: [
      ...(cached?.reviews ?? []),
      ...(hasLanes ? await trends.reviewSteps(request.first - reviewReach, request.last, range.afterId) : []),
    ],
  };
  cache.set(store, [counts, ...(cache.get(store) ?? []).filter(one => one.key !== key)].slice(0, keptPerStore));
  return counts;
}

/** Events that may remove earlier ones. */
const moved = ['store_restored', 'store_archived'];

/** True if counts up to an event are still valid. */
async function isTrue({ trends }: Transaction, { upTo }: Kept, latest: number, kind?: string): Promise<boolean> {
  if (upTo === latest) return true;
  return (
    upTo < latest && !(await trends.hasSince(upTo, [...moved, ...(kind === undefined ? [] : ['work_item_edited'])]))
  );
}

const dayKey = ({ day, actor, lane }: DayCell): string => JSON.stringify([day, actor, lane]);
const hourKey = ({ hour, actor, lane }: HourCell): string => JSON.stringify([hour, actor, lane]);

function addDays(one: DayCell, other: DayCell): DayCell {
  return {
    ...one,
    created: one.created + other.created,
    claimed: one.claimed + other.claimed,
    asked: one.asked + other.asked,
    resolved: one.resolved + other.resolved,
    reopened: one.reopened + other.reopened,
    opened: one.opened + other.opened,
    closed: one.closed + other.closed,
  };
}

function addHours(one: HourCell, other: HourCell): HourCell {
  return { ...one, events: one.events + other.events };
}

function sumCells<Cell>(
  before: readonly Cell[],
  more: readonly Cell[],
  keyOf: (cell: Cell) => string,
  add: (one: Cell, other: Cell) => Cell,
): readonly Cell[] {
  if (more.length === 0) return before;
  const cells = new Map(before.map(cell => [keyOf(cell), cell]));
  for (const cell of more) {
    const existing = cells.get(keyOf(cell));
    cells.set(keyOf(cell), existing === undefined ? cell : add(existing, cell));
  }
  return [...cells.values()];
}
