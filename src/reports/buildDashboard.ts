import type { EventView } from '../domain/event/eventRow.js';
import { formatRef } from '../domain/identifier/identifier.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { laneNeed, nextOfLane } from '../domain/lane/need.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import type { WorkerState } from '../domain/worker/workerState.js';
import { countBehind } from '../domain/workItem/countBehind.js';
import { effectiveLease, type HeartbeatIndex } from '../domain/workItem/lease.js';
import type { WorkItemSection } from '../domain/workItem/workItem.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';
import type { DashboardReport, QueueReason } from './dashboardReport.js';
import type { DayBounds } from './dayBounds.js';

/** How many rows each list of the dashboard shows. */
export const dashboardLimits = {
  needsYou: 20,
  stuck: 6,
  working: 20,
  upNext: 5,
  events: 15,
  days: 14,
  tasks: 10,
  lanes: 10,
} as const;

/** What was read for a dashboard; all of it from one state of the store. */
export interface DashboardReads {
  /** ms UTC. */
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  readonly counts: Readonly<Record<WorkItemSection, number>>;
  /** In queue order. */
  readonly waiting: readonly WorkItemRow[];
  /** Each item's direct open dependents, for the waiting ones and for what waits behind them. */
  readonly openDependents: ReadonlyMap<string, readonly string[]>;
  readonly lastAsked: ReadonlyMap<string, number>;
  readonly stuck: {
    readonly total: number;
    readonly edges: readonly {
      readonly number: number;
      readonly title: string;
      readonly blockerNumber: number;
      readonly blockerStatus: string;
    }[];
  };
  /** In queue order. */
  readonly inFlight: readonly WorkItemRow[];
  /** In queue order, one more than is shown if there is one. */
  readonly ready: readonly WorkItemRow[];
  readonly tasks: readonly Pick<TaskRow, 'number' | 'objective' | 'branch'>[];
  /** Open ones, each with the state of its worker. */
  readonly lanes: readonly (Pick<LaneRow, 'number' | 'name' | 'status'> & {
    readonly state: WorkerState | undefined;
  })[];
  readonly days: DayBounds;
  /** One for each day. */
  readonly perDay: readonly { readonly created: number; readonly resolved: number }[];
  /** Newest first. */
  readonly events: readonly EventView[];
  readonly titles: ReadonlyMap<string, string>;
  /** The earliest time at which a lease runs out or a not-before passes. */
  readonly nextChange: number | undefined;
}

/** The dashboard's read model from what was read for it. */
export function buildDashboard(reads: DashboardReads): DashboardReport {
  const { now, counts, days, nextChange } = reads;
  const tomorrow = days.bounds.at(-1) ?? now;
  return {
    at: iso(now),
    nextChangeAt: iso(Math.min(nextChange ?? tomorrow, tomorrow)),
    counts,
    needsYou: { total: counts.needs_you, rows: needsYou(reads).slice(0, dashboardLimits.needsYou) },
    stuck: { total: reads.stuck.total, rows: stuck(reads) },
    working: { total: counts.in_flight, rows: working(reads).slice(0, dashboardLimits.working) },
    tasks: { total: reads.tasks.length, rows: tasks(reads).slice(0, dashboardLimits.tasks) },
    lanes: lanes(reads),
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

function needsYou({ waiting, openDependents, lastAsked }: DashboardReads): DashboardReport['needsYou']['rows'] {
  const rows = waiting.map(row => ({
    ref: refOf(row.number),
    title: row.title,
    priority: row.priority,
    question: row.question,
    owner: row.owner,
    since: iso(lastAsked.get(row.id) ?? row.updated_at),
    blocks: countBehind(row.id, openDependents),
  }));
  // Sorting is stable: items that hold up as many stay in queue order.
  return rows.sort((left, right) => right.blocks - left.blocks);
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

function working({ inFlight, heartbeats, now }: DashboardReads): DashboardReport['working']['rows'] {
  return inFlight.map(row => ({
    ref: refOf(row.number),
    title: row.title,
    owner: row.owner ?? '',
    ownerRole: row.owner_role,
    claimedAt: isoOrNull(row.claimed_at),
    leaseUntil: isoOrNull(effectiveLease(row, heartbeats, now)),
  }));
}

function tasks(reads: DashboardReads): DashboardReport['tasks']['rows'] {
  return reads.tasks.map(({ number, objective, branch }) => ({ ref: formatRef('task', number), objective, branch }));
}

function lanes(reads: DashboardReads): DashboardReport['lanes'] {
  const rows = reads.lanes.flatMap(({ number, name, status, state }) => {
    const need = laneNeed({ status, worker: state === undefined ? null : { state } });
    return need === undefined
      ? []
      : [{ ref: formatRef('lane', number), lane: name, need, next: nextOfLane[need](name) }];
  });
  return { total: rows.length, rows: rows.slice(0, dashboardLimits.lanes) };
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

/** The first thing in which two neighbours of the queue differ. */
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
