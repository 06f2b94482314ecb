import { eventFacts } from '../domain/event/ownEvents.js';
import type { DayCell, HourCell, ReviewStep } from '../domain/event/trend.js';
import { bySeverity, type FindingSeverity } from '../domain/finding/findingSeverity.js';
import type { DayBounds } from './dayBounds.js';
import { type AgeGroup, type Ages, ageGroups, type TrendReport, weekCounts, weekDays } from './trendReport.js';

const shownAgents = 5;
const maxChoices = 50;

/** Input of the trends, all from one state of the store. */
export interface TrendReads {
  /** ms UTC. */
  readonly now: number;
  readonly filter: TrendReport['filter'];
  readonly bounds: DayBounds;
  readonly firstDay: number;
  readonly days: readonly DayCell[];
  /** Cells of the last two weeks, whatever the request, and the number of their first day. */
  readonly twoWeeks: { readonly firstDay: number; readonly days: readonly DayCell[] };
  readonly hours: readonly HourCell[];
  /** Names under which a person acted in these days. */
  readonly people: readonly string[];
  readonly reviews: readonly ReviewStep[];
  /** Counts by age, youngest first. */
  readonly openItems: readonly number[];
  readonly openFindings: Readonly<Record<FindingSeverity, readonly number[]>>;
  readonly kinds: readonly string[];
}

export interface EndedReview {
  readonly ref: string;
  readonly name: string;
  /** ms UTC. */
  readonly began: number;
  readonly ended: number;
  readonly actor: string | null;
  readonly type: string;
}

export function buildTrends(reads: TrendReads): TrendReport {
  const { now, filter, bounds } = reads;
  const tomorrow = bounds.bounds.at(-1) ?? now;
  return {
    at: new Date(now).toISOString(),
    nextChangeAt: new Date(tomorrow).toISOString(),
    filter,
    choices: choices(reads),
    flow: flow(reads),
    weeks: weeksOf(reads.twoWeeks),
    ages: agesOf(reads.openItems),
    findings: {
      flow: findingFlow(reads),
      open: bySeverity(severity => agesOf(reads.openFindings[severity])),
    },
    reviews: reviewTimes(reads),
    activity: activity(reads),
  };
}

/** Returns the ended reviews, oldest first; a second submission restarts a review. */
export function endedReviews(steps: readonly ReviewStep[]): EndedReview[] {
  const began = new Map<string, number>();
  const ended: EndedReview[] = [];
  for (const { ref, name, ts, type, actor } of steps) {
    if (ref === null) continue;
    if (eventFacts(type)?.review === 'begins') {
      began.set(ref, ts);
      continue;
    }
    const since = began.get(ref);
    began.delete(ref);
    if (since !== undefined) ended.push({ ref, name: name ?? ref, began: since, ended: ts, actor, type });
  }
  return ended;
}

export function isMeant(
  filter: Pick<TrendReport['filter'], 'actor' | 'lane'>,
  { actor, lane }: { readonly actor: string | null; readonly lane: string | null },
): boolean {
  return (filter.actor === null || filter.actor === actor) && (filter.lane === null || filter.lane === lane);
}

/** Returns the boundary of each age group but the last, youngest first, as a start time in ms UTC. */
export function ageBounds(now: number, limits: readonly number[]): number[] {
  // An age equal to a limit belongs to the older group.
  return limits.map(days => now - days * 86_400_000 + 1);
}

function choices({ days, hours, reviews, kinds, filter }: TrendReads): TrendReport['choices'] {
  const cells = [...days.filter(isCharted), ...hours];
  const names = (values: readonly (string | null)[], chosen: string | null): string[] => {
    const others = [...new Set(values)].filter(value => value !== null).filter(value => value !== chosen);
    // The chosen value is always offered, so that the active filter is visible.
    const offered = others.sort(byText).slice(0, maxChoices - (chosen === null ? 0 : 1));
    return (chosen === null ? offered : [...offered, chosen]).sort(byText);
  };
  return {
    kinds: names(kinds, filter.kind),
    actors: names(
      [...cells, ...reviews].map(({ actor }) => actor),
      filter.actor,
    ),
    lanes: names([...cells.map(({ lane }) => lane), ...reviews.map(({ name }) => name)], filter.lane),
  };
}

/** Returns true if a chart counts the cell. Actors that only claimed or asked are not offered as filters. */
function isCharted({ created, resolved, reopened, opened, closed }: DayCell): boolean {
  return created + resolved + reopened + opened + closed > 0;
}

/** The size of the queue is computed back from what is open now. */
function flow({ bounds, firstDay, days, filter, openItems }: TrendReads): TrendReport['flow'] {
  const rows = bounds.dates.map(date => ({ date, created: 0, resolved: 0, came: 0 }));
  for (const cell of days) {
    const row = rows[cell.day - firstDay];
    if (row === undefined) continue;
    row.came += cell.created + cell.reopened - cell.resolved;
    if (!isMeant(filter, cell)) continue;
    row.created += cell.created;
    row.resolved += cell.resolved;
  }
  let open = openItems.reduce((sum, count) => sum + count, 0);
  return rows
    .reverse()
    .map(({ date, created, resolved, came }) => {
      const row = { date, created, resolved, open: Math.max(0, open) };
      open -= came;
      return row;
    })
    .reverse();
}

function weeksOf({ firstDay, days }: TrendReads['twoWeeks']): TrendReport['weeks'] {
  const isLast = ({ day }: DayCell): boolean => day - firstDay >= weekDays;
  const [last, before] = [days.filter(isLast), days.filter(cell => !isLast(cell))];
  const weeks = weekCounts.map(name => {
    const of = (cells: readonly DayCell[]): number => total(cells.map(cell => cell[name]));
    return [name, { last: of(last), before: of(before) }];
  });
  return Object.fromEntries(weeks) as TrendReport['weeks'];
}

function findingFlow({ bounds, firstDay, days, filter }: TrendReads): TrendReport['findings']['flow'] {
  const rows = bounds.dates.map(date => ({ date, opened: 0, closed: 0 }));
  for (const cell of days) {
    const row = rows[cell.day - firstDay];
    if (row === undefined || !isMeant(filter, cell)) continue;
    row.opened += cell.opened;
    row.closed += cell.closed;
  }
  return rows;
}

function reviewTimes({ bounds, reviews, filter }: TrendReads): TrendReport['reviews'] {
  const ended = endedReviews(reviews).filter(({ actor, name }) => isMeant(filter, { actor, lane: name }));
  return bounds.dates.map((date, index) => {
    const [from = 0, to = 0] = bounds.bounds.slice(index, index + 2);
    const minutes = ended
      .filter(review => review.ended >= from && review.ended < to)
      .map(review => Math.round((review.ended - review.began) / 60_000))
      .sort((one, other) => one - other);
    return {
      date,
      ended: minutes.length,
      medianMinutes: minutes.length === 0 ? null : median(minutes),
      longestMinutes: minutes.at(-1) ?? null,
    };
  });
}

/** Leaves out people: a person's actions without a terminal count as an agent's in the timeline, but not here. */
function activity({ hours, people, filter }: TrendReads): TrendReport['activity'] {
  const byActor = new Map<string | null, number[]>();
  for (const cell of hours) {
    if (!isMeant(filter, cell) || (cell.actor !== null && people.includes(cell.actor))) continue;
    const row = byActor.get(cell.actor) ?? Array.from({ length: 24 }, () => 0);
    row[cell.hour] = (row[cell.hour] ?? 0) + cell.events;
    byActor.set(cell.actor, row);
  }
  const rows = [...byActor].map(([actor, counts]) => ({ actor, hours: counts, total: total(counts) }));
  rows.sort((one, other) => other.total - one.total || byText(one.actor ?? '', other.actor ?? ''));
  const named = rows.filter(({ actor }) => actor !== null);
  const shown = named.slice(0, shownAgents);
  const rest = rows.filter(row => !shown.includes(row));
  if (rest.length === 0) return shown;
  const sums = Array.from({ length: 24 }, (_, hour) => total(rest.map(row => row.hours[hour] ?? 0)));
  return [...shown, { actor: null, hours: sums, total: total(sums) }];
}

function agesOf(counts: readonly number[]): Ages {
  return Object.fromEntries(ageGroups.map((group, index) => [group, counts[index] ?? 0])) as Record<AgeGroup, number>;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns the lower middle value of an even number, which is an actual wait. */
function median(ascending: readonly number[]): number {
  return ascending[Math.floor((ascending.length - 1) / 2)] ?? 0;
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
