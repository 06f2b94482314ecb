import type { Lane } from '../../../domain/lane/lane.js';
import { isAtWork, laneWord } from '../../../present/laneViewRow.js';
import { progressWord } from '../../../present/progressWord.js';
import type { DashboardState } from '../../../protocol/dashboardState.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { translate } from '../support/translate.js';

export const maxLanes = 40;
/** Heartbeats are checked so often while someone looks, in ms: they write no event that would tell of them. */
const heartbeatInterval = 30_000;

/** What waits for a person, in the person's language. */
export function presentNeeds({ needsYou }: Pick<DashboardReport, 'needsYou'>): DashboardState['needsYou'] {
  return {
    total: needsYou.total,
    rows: needsYou.rows.map(({ kind, ref, lane, title, priority, question, owner, since, blocks }) => ({
      kind,
      ref,
      lane,
      title,
      priority,
      question: question === null ? null : inEditorsLanguage(question),
      owner,
      since,
      blocks,
    })),
  };
}

/** What is in progress, and how it stands. */
export function presentWorking({ working }: Pick<DashboardReport, 'working'>): DashboardState['working'] {
  return {
    total: working.total,
    rows: working.rows.map(row => ({
      ref: row.ref,
      title: row.title,
      owner: row.owner,
      ownerRole: row.ownerRole,
      word: row.laneName === null && row.task === null ? null : progressWord(row.state, translate),
      lane: row.laneName,
      life: row.heartbeat === null ? null : { level: row.heartbeat.level, lastAt: row.heartbeat.at },
      claimedAt: row.claimedAt,
      leaseUntil: row.leaseUntil,
    })),
  };
}

/** Open lanes with the life of their workers. */
export function presentLaneRows(lanes: readonly Lane[]): DashboardState['lanes'] {
  return {
    total: lanes.length,
    rows: lanes.slice(0, maxLanes).map(lane => ({
      ref: lane.ref,
      name: lane.lane,
      title: lane.description?.split('\n')[0] ?? null,
      word: laneWord(lane, translate),
      agent: lane.worker?.agent ?? null,
      life: lifeOf(lane),
      openedAt: lane.createdAt,
    })),
  };
}

/** When the life of a worker may look other than now, ms UTC; undefined where none is expected. */
export function nextLifeChange(lanes: readonly Lane[], now: number): number | undefined {
  const living = lanes.flatMap(({ worker }) => (worker !== null && isAtWork(worker) ? [worker] : []));
  if (living.length === 0) return undefined;
  const times = living.flatMap(({ livenessChangesAt }) => livenessChangesAt ?? []).map(time => Date.parse(time));
  return Math.min(now + heartbeatInterval, ...times);
}

function lifeOf({ worker }: Lane): DashboardState['lanes']['rows'][number]['life'] {
  if (worker === null || !isAtWork(worker)) return null;
  if (worker.lastBeatAt === null && worker.state !== 'WORKING') return null;
  return { level: worker.liveness, lastAt: worker.lastBeatAt };
}
