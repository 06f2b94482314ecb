import type { Lane } from '../../../domain/lane/lane.js';
import { isRefusal, RefusalError, unlessRefused } from '../../../domain/refusal/refusal.js';
import type { Task } from '../../../domain/task/task.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { repositoryBoard } from '../../../operations/repository/repositoryBoard.js';
import { repositoryTrends } from '../../../operations/repository/repositoryTrends.js';
import { taskList } from '../../../operations/task/taskList.js';
import type { Log } from '../../../platform/log.js';
import type { DashboardFilter } from '../../../protocol/dashboardTrend.js';
import { maxListLength } from '../../../records/task/taskFields.js';
import type { Repository } from '../repository.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import type { GateState } from '../views/now/gateRows.js';
import type { DashboardReach, DashboardRequest, LoadedDashboard } from './dashboardFeed.js';
import type { LaneFacts } from './laneFacts.js';
import { nextLifeChange } from './presentCard.js';
import type { ControlReport } from './presentControl.js';
import { presentRefusal, presentReport, withoutRepository } from './presentDashboard.js';
import type { RowButtons } from './rowButtons.js';

/** Max active tasks whose gates are judged, last changed first: each runs git. */
const maxJudged = 8;

export interface GateCache {
  look(repository: Repository, tasks: readonly Task[]): void;
  of(task: string): GateState;
}

export interface DashboardReading {
  readonly reach: DashboardReach;
  readonly gates: GateCache;
  readonly facts: Pick<LaneFacts, 'look' | 'of' | 'elsewhere'>;
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
    const board = unlessRefused(await repository.invoke(repositoryBoard, { utcOffsetMinutes, noWorktrees: true }));
    const { tasks } = unlessRefused(await repository.invoke(taskList, { live: true, limit: maxListLength }));
    const lanes = await readLanes(repository);
    const control = await readControl(repository);
    const trends =
      reach === 'whole'
        ? unlessRefused(await repository.invoke(repositoryTrends, { utcOffsetMinutes, ...trendInput(filter) }))
        : undefined;
    const judged = tasks.slice(0, maxJudged);
    gates.look(repository, judged);
    facts.look(repository, lanes);
    const state = presentReport(
      repository.name,
      await repository.health(),
      { board, trends, filter, lanes, control },
      {
        ofLane: lane => facts.of(lane),
        elsewhere: facts.elsewhere,
        gates: task => (judged.some(({ ref }) => ref === task) ? gates.of(task) : { state: 'judging' }),
      },
      buttons,
    );
    const changes = [
      Date.parse(board.nextChangeAt),
      nextLifeChange(lanes, Date.parse(board.at)) ?? Number.POSITIVE_INFINITY,
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

/** Control while it is on, and its report until it was read; null without lanes, and where git may not run. */
async function readControl(repository: Repository): Promise<ControlReport | null> {
  if (!(await repository.hasLanes())) return null;
  const { controlReport } = await loadLaneOperations();
  const answer = await repository.invoke(controlReport, { unread: true });
  return isRefusal(answer) ? null : answer.report;
}

export function trendInput({ days, kind, actor, lane }: DashboardFilter) {
  return {
    days,
    ...(kind === null ? {} : { kind }),
    ...(actor === null ? {} : { actor }),
    ...(lane === null ? {} : { lane }),
  };
}
