import type { Lane } from '../../../domain/lane/lane.js';
import { laneTitle } from '../../../domain/lane/laneTitle.js';
import type { NeedKind } from '../../../domain/lane/need.js';
import type { ProgressState } from '../../../domain/thread/inProgress.js';
import { isAtWork, laneViewRow, laneWord } from '../../../present/laneViewRow.js';
import { progressWord } from '../../../present/progressWord.js';
import type { DashboardState, DashboardWorkRow } from '../../../protocol/dashboardState.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { translate } from '../support/translate.js';
import { needViewRow, withActs } from '../views/needsYou/needsYouRows.js';
import type { RowButtons } from './rowButtons.js';

/** Interval of heartbeat checks while the page is visible, in ms: heartbeats write no event. */
const heartbeatInterval = 30_000;

/** States with someone at work; in all others the work waits for its turn, its agent or a reviewer. */
const movingStates: ReadonlySet<ProgressState> = new Set<ProgressState>([
  ...(['WORKING', 'CONFLICTED', 'active', 'in_progress', 'in_flight'] as const),
]);

/** Commands that precede the first one of a row's menu: nobody approves a lane or closes a report unread. */
const firstCommands: Partial<Record<NeedKind, string>> = {
  approval: 'stateroom.lane.showChanges',
  report: 'stateroom.lane.showReports',
};

const needsView = 'stateroom.needsYou';

export type ShownNeed = DashboardReport['needsYou']['rows'][number];
export type ShownProgress = DashboardReport['working']['rows'][number];

interface Thread {
  readonly needs: ShownNeed[];
  progress?: ShownProgress;
}

/** Merges needs and work in progress, each piece of work once: needs, then active, then waiting work. */
export function presentWork(
  { needsYou, working }: Pick<DashboardReport, 'needsYou' | 'working'>,
  lanes: readonly Lane[],
  buttons: RowButtons,
): DashboardState['work'] {
  const byName = new Map(lanes.map(lane => [lane.lane, lane]));
  const byRef = new Map(lanes.map(lane => [lane.ref, lane]));
  const keys = new Map<string, string>();
  for (const { ref, item, task, lane, otherLanes } of working.rows)
    for (const name of [ref, item, task, lane, ...otherLanes]) if (name !== null) keys.set(name, ref);
  const threads = new Map<string, Thread>();
  const threadOf = (key: string): Thread => {
    const thread = threads.get(key) ?? { needs: [] };
    threads.set(key, thread);
    return thread;
  };
  for (const need of needsYou.rows) {
    const names = [need.item, need.task, byName.get(need.lane ?? '')?.ref].filter(name => name != null);
    const known = names.find(name => keys.has(name));
    threadOf(known === undefined ? (names[0] ?? need.ref) : (keys.get(known) ?? known)).needs.push(need);
  }
  for (const progress of working.rows) threadOf(progress.ref).progress = progress;
  const rows = [...threads].map(([key, { needs, progress }]) => {
    const ofNeed = needs.map(({ lane }) => byName.get(lane ?? '')).find(lane => lane !== undefined);
    const lane = byRef.get(progress?.lane ?? '') ?? ofNeed ?? lanes.find(({ workItem }) => workItem === key);
    return workRow(key, needs, progress, lane, buttons);
  });
  const isIn = (group: DashboardWorkRow['group']) => (row: DashboardWorkRow) => row.group === group;
  return {
    rows: [...rows.filter(isIn('needsYou')), ...rows.filter(isIn('working')), ...rows.filter(isIn('waiting'))],
    hidden: working.total - working.rows.length,
  };
}

/** A card or row of one piece of work, with its buttons. */
export function workRow(
  ref: string,
  needs: readonly ShownNeed[],
  progress: ShownProgress | undefined,
  lane: Lane | undefined,
  buttons: RowButtons,
): DashboardWorkRow {
  const title = progress?.title ?? needs.find(({ kind }) => kind === 'workItem')?.title ?? (lane && laneTitle(lane));
  const isSaid = needs.some(need => need.ref === lane?.ref);
  return {
    ref,
    title: title ?? needs[0]?.title ?? ref,
    group: needs.length > 0 ? 'needsYou' : progress && !movingStates.has(progress.state) ? 'waiting' : 'working',
    priority: needs.find(({ priority }) => priority !== null)?.priority ?? null,
    lane: lane === undefined ? null : { ref: lane.ref, name: lane.lane },
    word: isSaid ? null : wordOf(progress, lane),
    owner: progress?.owner ?? lane?.worker?.agent ?? null,
    ownerRole: progress?.ownerRole ?? null,
    // For a dead worker, the need already has the time.
    life: lane === undefined || needs.some(({ kind }) => kind === 'dead') ? null : lifeOf(lane),
    since: progress?.claimedAt ?? null,
    leaseUntil: progress?.leaseUntil ?? null,
    needs: needs.map(need => ({
      kind: need.kind,
      ref: need.ref,
      title: need.title === title || title === undefined ? null : need.title,
      question: need.question === null ? null : inEditorsLanguage(need.question),
      owner: need.owner,
      since: need.since,
      blocks: need.blocks,
      acts: needActs(need, buttons),
    })),
    acts: needs.length > 0 ? [] : progressActs(progress, lane, buttons),
  };
}

function wordOf(progress: ShownProgress | undefined, lane: Lane | undefined): string | null {
  if (progress === undefined) return lane === undefined ? null : laneWord(lane, translate);
  return progress.laneName === null && progress.task === null ? null : progressWord(progress.state, translate);
}

/** Acts of the same need's row in the Needs You view. */
function needActs(need: ShownNeed, buttons: RowButtons): DashboardWorkRow['acts'] {
  if (need.kind === 'workItem') {
    const row = { type: 'workItem', item: { ref: need.ref }, contextValue: itemTraits('needs_you', 'waiting_human') };
    return itemActs(needsView, need.ref, withActs(row, need), buttons);
  }
  const row = needViewRow({ ...need, text: need.question, from: need.owner }, Date.parse(need.since));
  const offering = { view: needsView, traits: row.contextValue };
  return buttons.of(offering, {
    ref: need.ref,
    node: { id: row.id, row: { ...row } },
    first: firstCommands[need.kind],
  });
}

/** Acts of the lane's row in the Lanes view or, for a claim without a lane, of the item's row in the Queue view. */
function progressActs(
  progress: ShownProgress | undefined,
  lane: Lane | undefined,
  buttons: RowButtons,
): DashboardWorkRow['acts'] {
  if (lane !== undefined) {
    const row = { type: 'lane', lane, ...laneViewRow(lane, {}, translate) };
    return buttons.of(
      { view: 'stateroom.lanes', traits: row.contextValue },
      { ref: lane.ref, node: { id: lane.id, row } },
    );
  }
  if (progress?.state !== 'in_flight' || progress.item === null) return [];
  const row = { type: 'workItem', item: { ref: progress.item }, contextValue: itemTraits('in_flight', 'in_flight') };
  return itemActs('stateroom.queue', progress.item, row, buttons);
}

export function itemTraits(section: string, status: string): string {
  return `workItem section:${section} status:${status}`;
}

function itemActs(
  view: string,
  ref: string,
  row: { readonly contextValue: string },
  buttons: RowButtons,
): DashboardWorkRow['acts'] {
  return buttons.of({ view, traits: row.contextValue }, { ref, node: { id: ref, row: { ...row } } });
}

/** Time of the next possible change of a worker's liveness, ms UTC; undefined if none is expected. */
export function nextLifeChange(lanes: readonly Lane[], now: number): number | undefined {
  const living = lanes.flatMap(({ worker }) => (worker !== null && isAtWork(worker) ? [worker] : []));
  if (living.length === 0) return undefined;
  const times = living.flatMap(({ livenessChangesAt }) => livenessChangesAt ?? []).map(time => Date.parse(time));
  return Math.min(now + heartbeatInterval, ...times);
}

function lifeOf({ worker }: Lane): DashboardWorkRow['life'] {
  if (worker === null || !isAtWork(worker)) return null;
  if (worker.lastBeatAt === null && worker.state !== 'WORKING') return null;
  return { level: worker.liveness, lastAt: worker.lastBeatAt };
}
