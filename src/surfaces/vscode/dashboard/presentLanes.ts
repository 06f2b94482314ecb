import type { Lane } from '../../../domain/lane/lane.js';
import type { Need } from '../../../domain/lane/need.js';
import { isAtWork, laneWord } from '../../../present/laneViewRow.js';
import type { DashboardState } from '../../../protocol/dashboardState.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { translate } from '../support/translate.js';

const maxNeeds = 20;
const maxLanes = 40;
/** Heartbeats are checked so often while someone looks, in ms: they write no event that would tell of them. */
const heartbeatInterval = 30_000;

/** What there is of lanes, where there are any. */
export interface LanesRead {
  /** From lanes and the queue, most blocking first. */
  readonly needs: readonly Need[];
  /** Open ones, in the order they were opened. */
  readonly lanes: readonly Lane[];
}

/** What waits for a person: in the queue alone, or ranked together with what waits in lanes. */
export function presentNeeds(
  { counts, needsYou }: Pick<DashboardReport, 'counts' | 'needsYou'>,
  read: LanesRead | undefined,
): DashboardState['needsYou'] {
  const items = needsYou.rows.map(row => ({ ...row, kind: 'workItem' as const, lane: null }));
  if (read === undefined) return { total: needsYou.total, rows: items };
  const { needs } = read;
  const priorities = new Map(items.map(({ ref, priority }) => [ref, priority]));
  const inLanes = needs.filter(({ kind }) => kind !== 'workItem').length;
  return {
    total: counts.needs_you + inLanes,
    rows: needs.slice(0, maxNeeds).map(({ kind, ref, lane, title, text, from, since, blocks }) => ({
      kind,
      ref,
      lane,
      title,
      priority: priorities.get(ref) ?? null,
      question: text === null ? null : inEditorsLanguage(text),
      owner: from,
      since,
      blocks,
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
