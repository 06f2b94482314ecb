import type { EventView } from '../domain/event/eventRow.js';
import { formatRef } from '../domain/identifier/identifier.js';
import type { Need } from '../domain/lane/need.js';
import type { InProgress } from '../domain/thread/inProgress.js';
import type { WorkItemSection } from '../domain/workItem/workItem.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';
import type { DashboardReport, QueueReason } from './dashboardReport.js';
import type { DayBounds } from './dayBounds.js';

export const dashboardLimits = {
  needsYou: 20,
  stuck: 6,
  working: 20,
  upNext: 5,
  events: 15,
  days: 14,
} as const;

/** Input of the dashboard, all from one state of the store. */
export interface DashboardReads {
  /** ms UTC. */
  readonly now: number;
  readonly counts: Readonly<Record<WorkItemSection, number>>;
  readonly needsYou: { readonly total: number; readonly rows: readonly Need[] };
  readonly inProgress: { readonly total: number; readonly rows: readonly InProgress[] };
  readonly stuck: {
    readonly total: number;
    readonly edges: readonly {
      readonly number: number;
      readonly title: string;
      readonly blockerNumber: number;
      readonly blockerStatus: string;
    }[];
  };
  /** In queue order; one more than is shown, if there is one. */
  readonly ready: readonly WorkItemRow[];
  readonly days: DayBounds;
  readonly perDay: readonly { readonly created: number; readonly resolved: number }[];
  /** Newest first. */
  readonly events: readonly EventView[];
  readonly titles: ReadonlyMap<string, string>;
  /** Earliest time at which a lease expires, a not-before passes or a worker misses a heartbeat. */
  readonly nextChange: number | undefined;
}

export function buildDashboard(reads: DashboardReads): DashboardReport {
  const { now, counts, days, nextChange } = reads;
  const tomorrow = days.bounds.at(-1) ?? now;
  return {
    at: iso(now),
    nextChangeAt: iso(Math.min(nextChange ?? tomorrow, tomorrow)),
    counts: { ...counts, needs_you: reads.needsYou.total },
    needsYou: { total: reads.needsYou.total, rows: needsYou(reads) },
    stuck: { total: reads.stuck.total, rows: stuck(reads) },
    working: { total: reads.inProgress.total, rows: working(reads) },
    upNext: { total: counts.ready, rows: upNext(reads).slice(0, dashboardLimits.upNext) },
    days: days.dates.map((date, index) => ({
      date,
      created: reads.perDay[index]?.created ?? 0,
      resolved: reads.perDay[index]?.resolved ?? 0,
    })),
    events: reads.events.map(event => ({
      id: event.id,
      at: iso(event.ts),
      type: event.type,
      actor: event.actor,
      workItem: event.work_item_number === null ? null : refOf(event.work_item_number),
      title: event.work_item_id === null ? null : (reads.titles.get(event.work_item_id) ?? null),
    })),
  };
}

function needsYou(reads: DashboardReads): DashboardReport['needsYou']['rows'] {
  const rows = reads.needsYou.rows.slice(0, dashboardLimits.needsYou);
  return rows.map(({ text, from, ...need }) => ({ ...need, question: text, owner: from }));
}

function stuck({ stuck: { edges } }: DashboardReads): DashboardReport['stuck']['rows'] {
  const rows = new Map<number, DashboardReport['stuck']['rows'][number]>();
  for (const { number, title, blockerNumber, blockerStatus } of edges) {
    const row = rows.get(number) ?? { ref: refOf(number), title, blockedBy: [] };
    const status = blockerStatus === 'failed' ? 'failed' : 'cancelled';
    rows.set(number, { ...row, blockedBy: [...row.blockedBy, { ref: refOf(blockerNumber), status }] });
  }
  return [...rows.values()];
}

function working({ inProgress }: DashboardReads): DashboardReport['working']['rows'] {
  const rows = inProgress.rows.slice(0, dashboardLimits.working);
  return rows.map(({ who, role, since, ...entry }) => ({ ...entry, owner: who, ownerRole: role, claimedAt: since }));
}

function upNext({ ready }: DashboardReads): DashboardReport['upNext']['rows'] {
  return ready.map((row, index) => ({
    ref: refOf(row.number),
    title: row.title,
    priority: row.priority,
    due: isoOrNull(row.due_at),
    leaseExpired: row.status === 'in_flight',
    why: whyBefore(row, ready[index + 1]),
  }));
}

/** Returns the first criterion in which two neighbors of the queue differ. */
function whyBefore(row: WorkItemRow, after: WorkItemRow | undefined): QueueReason {
  if (after === undefined) return 'only';
  if (row.priority !== after.priority) return 'priority';
  if (row.rank !== after.rank) return 'position';
  return row.due_sort === after.due_sort ? 'age' : 'due';
}

function refOf(number: number): string {
  return formatRef('workItem', number);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time);
}
