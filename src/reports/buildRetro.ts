import type { RetroReads } from '../domain/event/retro.js';
import { findingSeverities } from '../domain/finding/findingSeverity.js';
import type { RetroReport, Wait } from './retroReport.js';

const maxActors = 10;

/** Period of a retrospective: whole days in a time zone. */
export interface RetroPeriod {
  readonly label: string;
  readonly timeZone: string;
  readonly dates: readonly string[];
  /** Start of each date and end of the last one, ms UTC. */
  readonly bounds: readonly number[];
}

/** Builds the report; `now` in ms UTC. */
export function buildRetro(period: RetroPeriod, reads: RetroReads, now: number): RetroReport {
  const { label, timeZone, bounds } = period;
  const [from = 0, to = 0] = [bounds[0], bounds.at(-1)];
  const typeCount = (...types: readonly string[]): number =>
    sum(reads.byType.filter(({ type }) => types.includes(type)).map(({ count }) => count));
  return {
    label,
    timeZone,
    from: iso(from),
    to: iso(to),
    isOver: to <= now,
    events: {
      total: sum(reads.byType.map(({ count }) => count)),
      byType: [...reads.byType].sort((one, other) => other.count - one.count || byText(one.type, other.type)),
      actors: [...reads.byActor]
        .sort((one, other) => other.count - one.count || byText(one.actor ?? '', other.actor ?? ''))
        .slice(0, maxActors),
    },
    items: items(period, reads),
    findings: {
      bySeverity: findingSeverities.map(severity => {
        const of = (what: string): number =>
          sum(reads.findings.filter(row => row.severity === severity && row.of === what).map(({ count }) => count));
        return { severity, opened: of('opened'), closed: of('closed'), reopened: of('reopened') };
      }),
      days: perDay(period, reads).map(({ date, of }) => ({ date, opened: of('opened'), closed: of('closed') })),
    },
    refusals: [...reads.refusals],
    lanes: {
      opened: typeCount('lane_opened', 'lane_adopted'),
      merged: typeCount('worker_merged'),
      cancelled: typeCount('worker_cancelled'),
      backedUp: reads.backedUpLanes,
      restored: typeCount('lane_restored'),
    },
    agents: agents(reads.agents),
  };
}

function items(period: RetroPeriod, reads: RetroReads): RetroReport['items'] {
  const resolved = (status: string): number =>
    sum(reads.resolutions.filter(row => row.status === status).map(({ count }) => count));
  const days = perDay(period, reads);
  const net = days.map(({ of }) => of('created') + of('reopened') - of('resolved'));
  const openAtStart = reads.openNow - reads.netAfter - sum(net);
  let open = openAtStart;
  return {
    created: sum(days.map(({ of }) => of('created'))),
    reopened: sum(days.map(({ of }) => of('reopened'))),
    done: resolved('done'),
    failed: resolved('failed'),
    cancelled: resolved('cancelled'),
    openAtStart: Math.max(0, openAtStart),
    openAtEnd: Math.max(0, openAtStart + sum(net)),
    days: days.map(({ date, of }, index) => {
      open += net[index] ?? 0;
      return { date, created: of('created'), resolved: of('resolved'), open: Math.max(0, open) };
    }),
    untilClaimed: waitOf(reads.claimWaits),
    untilDone: waitOf(reads.workTimes),
  };
}

interface Day {
  readonly date: string;
  of(count: string): number;
}

function perDay({ dates, bounds }: RetroPeriod, { quarters }: RetroReads): Day[] {
  const days = dates.map(date => ({ date, counts: new Map<string, number>() }));
  for (const { at, of, count } of quarters) {
    const counts = days[bounds.findLastIndex(bound => bound <= at)]?.counts;
    counts?.set(of, (counts.get(of) ?? 0) + count);
  }
  return days.map(({ date, counts }) => ({ date, of: count => counts.get(count) ?? 0 }));
}

/** Groups by agent, and by model if an agent used several. */
function agents({ items, slices, outcomes, merges }: RetroReads['agents']): RetroReport['agents'] {
  const keyOf = ({ actor, model }: { actor: string | null; model: string | null }) => JSON.stringify([actor, model]);
  const all = new Map([...items, ...slices, ...outcomes, ...merges].map(row => [keyOf(row), row]));
  const rows = [...all].map(([key, { actor, model }]) => {
    const own = <Row extends { actor: string | null; model: string | null }>(list: readonly Row[]): Row[] =>
      list.filter(row => keyOf(row) === key);
    const reviewed = own(slices).filter(({ answer }) => answer !== null);
    return {
      actor,
      model,
      slices: sum(own(slices).map(({ count }) => count)),
      reviewed: sum(reviewed.map(({ count }) => count)),
      acceptedFirst: sum(reviewed.filter(({ answer }) => answer === 'accepted').map(({ count }) => count)),
      done: sum(own(items).map(({ done }) => done)),
      reopened: sum(own(items).map(({ reopened }) => reopened)),
      confirmed: sum(own(outcomes).map(({ confirmed }) => confirmed)),
      refuted: sum(own(outcomes).map(({ refuted }) => refuted)),
      untilMerged: waitOf(own(merges).map(({ time }) => time)),
    };
  });
  return rows.sort(
    (one, other) => byText(one.actor ?? '', other.actor ?? '') || byText(one.model ?? '', other.model ?? ''),
  );
}

/** Returns percentiles that are actual waits: of an even number, the lower of the two in the middle. */
function waitOf(times: readonly number[]): Wait {
  const ascending = [...times].sort((one, other) => one - other);
  const at = (share: number): number | null => {
    const time = ascending[Math.ceil(share * ascending.length) - 1];
    return time === undefined ? null : Math.round(time / 6000) / 10;
  };
  return { count: times.length, p50Minutes: at(0.5), p90Minutes: at(0.9) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
