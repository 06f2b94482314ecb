import type { Lane } from '../../../domain/lane/lane.js';
import { RefusalError, unlessRefused } from '../../../domain/refusal/refusal.js';
import type { Task } from '../../../domain/task/task.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { loadRunOperations } from '../../../operations/loadRunOperations.js';
import { repositoryBoard } from '../../../operations/repository/repositoryBoard.js';
import { repositoryDashboard } from '../../../operations/repository/repositoryDashboard.js';
import { repositoryTrends } from '../../../operations/repository/repositoryTrends.js';
import { taskList } from '../../../operations/task/taskList.js';
import type { Log } from '../../../platform/log.js';
import type { DashboardState } from '../../../protocol/dashboardState.js';
import type { DashboardFilter } from '../../../protocol/dashboardTrend.js';
import { maxListLength } from '../../../records/task/taskFields.js';
import { dashboardLimits } from '../../../reports/buildDashboard.js';
import type { Repository } from '../repository.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import type { GateState } from '../views/now/gateRows.js';
import type { DashboardReach, DashboardRequest, LoadedDashboard } from './dashboardFeed.js';
import type { LaneFacts } from './laneFacts.js';
import { presentRefusal, presentReport, withoutRepository } from './presentDashboard.js';
import { nextLifeChange } from './presentWork.js';
import type { RowButtons } from './rowButtons.js';

const maxRuns = 100;

export interface GateCache {
  look(repository: Repository, tasks: readonly Task[]): void;
  of(task: string): GateState;
}

export interface DashboardReading {
  readonly reach: DashboardReach;
  readonly gates: GateCache;
  readonly facts: Pick<LaneFacts, 'look' | 'of'>;
  readonly log: Log;
  readonly buttons: RowButtons;
}

/** Reads the page of a repository; never rejects: a failure is a state too. */
export async function readDashboard(
  repository: Repository | undefined,
  { utcOffsetMinutes, filter }: DashboardRequest,
  { reach, gates, facts, log, buttons }: DashboardReading,
): Promise<LoadedDashboard> {
  if (repository === undefined) return { state: withoutRepository(filter), nextChangeAt: undefined };
  try {
    const report = unlessRefused(await repository.invoke(repositoryDashboard, { utcOffsetMinutes }));
    const board = unlessRefused(await repository.invoke(repositoryBoard, { utcOffsetMinutes }));
    const { tasks } = unlessRefused(await repository.invoke(taskList, { live: true, limit: maxListLength }));
    const lanes = await readLanes(repository);
    const runs = await readRuns(repository);
    const events = report.events.every(({ type }) => type.startsWith('work_item_'))
      ? []
      : unlessRefused(await repository.invoke(eventsTail, { limit: dashboardLimits.events })).events;
    const isWhole = reach === 'whole';
    const trends = isWhole
      ? unlessRefused(await repository.invoke(repositoryTrends, { utcOffsetMinutes, ...trendInput(filter) }))
      : undefined;
    // Judging runs git, which would compete for the processor with the page being drawn.
    if (isWhole) gates.look(repository, tasks.slice(0, dashboardLimits.tasks));
    facts.look(repository, lanes);
    const parts = { report, board, trends, filter, lanes, tasks, runs, events };
    const state = presentReport(
      repository.name,
      await repository.health(),
      parts,
      task => gates.of(task),
      lane => facts.of(lane),
      buttons,
    );
    const changes = [
      Date.parse(report.nextChangeAt),
      nextLifeChange(lanes, Date.parse(report.at)) ?? Number.POSITIVE_INFINITY,
    ];
    return { state, nextChangeAt: Math.min(...changes) };
  } catch (error) {
    if (error instanceof RefusalError) {
      return { state: presentRefusal(repository.name, filter, error.refusal), nextChangeAt: undefined };
    }
    log.error(`The dashboard of ${repository.name} could not be read.`, error);
    const message = causeOf(error);
    return { state: presentRefusal(repository.name, filter, { message }), nextChangeAt: undefined };
  }
}

/** Open lanes, without running git. */
async function readLanes(repository: Repository): Promise<readonly Lane[]> {
  if (!(await repository.hasLanes())) return [];
  const { laneList } = await loadLaneOperations();
  return unlessRefused(await repository.invoke(laneList, { noDistance: true })).lanes;
}

/** Active investigations, latest first. */
async function readRuns(repository: Repository): Promise<DashboardState['runs']> {
  const { runList, runStatus } = await loadRunOperations();
  const { runs } = unlessRefused(await repository.invoke(runList, { status: 'active', limit: maxRuns }));
  const rows: DashboardState['runs']['rows'] = [];
  for (const { ref, request } of runs.slice(0, dashboardLimits.runs)) {
    const { openHypotheses } = unlessRefused(await repository.invoke(runStatus, { run: ref }));
    rows.push({ ref, title: oneLine(request), openHypotheses: openHypotheses.length });
  }
  return { total: runs.length, rows };
}

export function trendInput({ days, kind, actor, lane }: DashboardFilter) {
  return {
    days,
    ...(kind === null ? {} : { kind }),
    ...(actor === null ? {} : { actor }),
    ...(lane === null ? {} : { lane }),
  };
}
