import { isRefusal } from '../../../domain/refusal/refusal.js';
import { repositoryDashboard } from '../../../operations/repository/repositoryDashboard.js';
import { repositoryTrends } from '../../../operations/repository/repositoryTrends.js';
import type { Log } from '../../../platform/log.js';
import type { DashboardFilter } from '../../../protocol/dashboardTrend.js';
import type { Room } from '../room.js';
import type { DashboardAsked, LoadedDashboard } from './dashboardFeed.js';
import { presentRefusal, presentReport, withoutRepository } from './presentDashboard.js';

/** What the page shows of a room now; never rejects: what went wrong is a state too. */
export async function readDashboard(
  room: Room | undefined,
  { utcOffsetMinutes, filter }: DashboardAsked,
  log: Log,
): Promise<LoadedDashboard> {
  if (room === undefined) return { state: withoutRepository(filter), nextChangeAt: undefined };
  try {
    const report = await room.invoke(repositoryDashboard, { utcOffsetMinutes });
    if (isRefusal(report)) return { state: presentRefusal(room.name, filter, report), nextChangeAt: undefined };
    const trends = await room.invoke(repositoryTrends, { utcOffsetMinutes, ...trendInput(filter) });
    if (isRefusal(trends)) return { state: presentRefusal(room.name, filter, trends), nextChangeAt: undefined };
    const state = presentReport(room.name, await room.health(), report, trends);
    return { state, nextChangeAt: Date.parse(report.nextChangeAt) };
  } catch (error) {
    log.error(`The dashboard of ${room.name} could not be read.`, error);
    const message = error instanceof Error ? error.message : String(error);
    return { state: presentRefusal(room.name, filter, { message }), nextChangeAt: undefined };
  }
}

/** The page's filter as operations take it. */
export function trendInput({ days, kind, actor, lane }: DashboardFilter) {
  return {
    days,
    ...(kind === null ? {} : { kind }),
    ...(actor === null ? {} : { actor }),
    ...(lane === null ? {} : { lane }),
  };
}
