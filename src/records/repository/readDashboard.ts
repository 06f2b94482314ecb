import { buildDashboard, dashboardLimits } from '../../reports/buildDashboard.js';
import type { DashboardReport } from '../../reports/dashboardReport.js';
import { dayBounds } from '../../reports/dayBounds.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { type HeartbeatSnapshot, readOpenWork } from '../thread/openWork.js';
import { nextChange } from '../workItem/nextChange.js';

/** `readings` were read before the transaction. */
export async function readDashboard(
  context: Pick<Context, 'actor'>,
  tx: Transaction,
  readings: HeartbeatSnapshot,
  utcOffsetMinutes: number,
): Promise<DashboardReport> {
  const { now, heartbeats } = readings;
  const days = dayBounds(now, utcOffsetMinutes, dashboardLimits.days);
  const { counts, needsYou, inProgress, changesAt } = await readOpenWork(context, tx, readings);
  const events = await tx.events.list({}, 'newest', dashboardLimits.events);
  const about = events.flatMap(event => (event.work_item_id === null ? [] : [event.work_item_id]));
  const changes = [await nextChange(tx, now, heartbeats, 'section'), changesAt].filter(time => time !== undefined);
  return buildDashboard({
    now,
    counts,
    needsYou,
    inProgress,
    stuck: await tx.reports.stuck(dashboardLimits.stuck),
    ready: await tx.workItems.ready({ now, heartbeats, leaves: true }, dashboardLimits.upNext + 1),
    days,
    perDay: await tx.reports.countPeriods(days.bounds),
    events,
    titles: await tx.reports.titles([...new Set(about)]),
    nextChange: changes.length === 0 ? undefined : Math.min(...changes),
  });
}
