import type { TimelineEvent } from '../domain/event/event.js';
import type { Lane } from '../domain/lane/lane.js';
import type { Need, NeedKind } from '../domain/lane/need.js';
import type { InProgress, ProgressState } from '../domain/thread/inProgress.js';
import { openChoices } from '../domain/workItem/question.js';
import type { WorkItem } from '../domain/workItem/workItem.js';
import type { BoardCard, BoardColumn, BoardReport } from './boardReport.js';

/** Max cards of a column. */
export const boardLimit = 60;

/** Input of the board, all from one state of the store. */
export interface BoardReads {
  /** ms UTC. */
  readonly now: number;
  readonly nextChange: number;
  readonly counts: BoardReport['counts'];
  readonly needsYou: { readonly total: number; readonly rows: readonly Need[] };
  readonly inProgress: { readonly total: number; readonly rows: readonly InProgress[] };
  /** Items of needs and of work in progress. */
  readonly items: readonly WorkItem[];
  /** Open lanes. */
  readonly lanes: readonly Pick<Lane, 'ref' | 'lane' | 'workItem'>[];
  readonly ready: { readonly total: number; readonly items: readonly WorkItem[] };
  readonly waiting: { readonly total: number; readonly items: readonly WorkItem[] };
  /** Ended today, latest first. */
  readonly ended: { readonly total: number; readonly items: readonly WorkItem[] };
  readonly elsewhere: BoardReport['elsewhere'];
  /** Latest event by ref of the card. */
  readonly last: ReadonlyMap<string, TimelineEvent>;
  /** Last runs by ref of the lane. */
  readonly checks: ReadonlyMap<string, BoardCard['checks']>;
}

const reviewStates: ReadonlySet<ProgressState> = new Set<ProgressState>(['IN_REVIEW', 'APPROVED', 'review']);
const reviewNeeds: ReadonlySet<NeedKind> = new Set<NeedKind>(['findings', 'approval', 'merge', 'unready']);

/** Puts each piece of work on one card. Cards that need a person are first in their column, the most blocking ones on top. */
export function buildBoard(reads: BoardReads): Omit<BoardReport, 'by' | 'parents'> {
  const { now, ready, waiting, ended } = reads;
  const active = activeCards(reads);
  const column = (name: BoardColumn): BoardReport['columns'][BoardColumn] => {
    const cards = active.filter(card => columnOf(card) === name).sort(askingFirst);
    return { total: cards.length, cards: cards.slice(0, boardLimit) };
  };
  const working = column('working');
  // Claims beyond those that are read.
  const unread = reads.inProgress.total - reads.inProgress.rows.length;
  const onCards = new Set(active.map(({ ref }) => ref));
  const items = (list: BoardReads['ready']) => {
    const others = list.items.filter(item => !onCards.has(item.ref));
    return { total: list.total - (list.items.length - others.length), cards: others.map(itemCard) };
  };
  return {
    at: new Date(now).toISOString(),
    nextChangeAt: new Date(reads.nextChange).toISOString(),
    counts: {
      ...reads.counts,
      ready: items(ready).total,
      needs_you: reads.needsYou.total,
      in_flight: reads.inProgress.total,
    },
    columns: {
      ready: items(ready),
      working: { ...working, total: working.total + unread },
      review: column('review'),
      done: items(ended),
    },
    waiting: items(waiting),
    elsewhere: reads.elsewhere.slice(0, boardLimit),
  };
}

function columnOf({ state, needs }: BoardCard): BoardColumn {
  if (state !== null) return reviewStates.has(state) ? 'review' : 'working';
  return needs.some(({ kind }) => reviewNeeds.has(kind)) ? 'review' : 'working';
}

function askingFirst(left: BoardCard, right: BoardCard): number {
  return Number(right.needs.length > 0) - Number(left.needs.length > 0);
}

interface Piece {
  readonly needs: Need[];
  progress?: InProgress;
}

/** Needs and work in progress, in order of need, then as work in progress is listed. */
function activeCards(reads: BoardReads): BoardCard[] {
  const { needsYou, inProgress } = reads;
  const lanes = new Map(reads.lanes.map(({ lane, ref }) => [lane, ref]));
  const items = new Map(reads.items.map(item => [item.ref, item]));
  // A need names its item, task or lane; work in progress may be listed by another of these.
  const keys = new Map<string, string>();
  for (const { ref, item, task, lane, otherLanes } of inProgress.rows)
    for (const name of [ref, item, task, lane, ...otherLanes]) if (name !== null) keys.set(name, ref);
  const pieces = new Map<string, Piece>();
  const pieceOf = (key: string): Piece => {
    const piece = pieces.get(key) ?? { needs: [] };
    pieces.set(key, piece);
    return piece;
  };
  for (const need of needsYou.rows) {
    const names = [need.item, need.task, lanes.get(need.lane ?? '')].filter(name => name != null);
    const known = names.find(name => keys.has(name));
    pieceOf(known === undefined ? (names[0] ?? need.ref) : (keys.get(known) ?? known)).needs.push(need);
  }
  for (const progress of inProgress.rows) pieceOf(progress.ref).progress = progress;
  return [...pieces].map(([ref, piece]) => activeCard(ref, piece, items, reads));
}

function activeCard(
  ref: string,
  { needs, progress }: Piece,
  items: ReadonlyMap<string, WorkItem>,
  { lanes, last, checks }: BoardReads,
): BoardCard {
  const itemRef = progress?.item ?? needs.find(({ item }) => item !== null)?.item ?? null;
  const item = items.get(itemRef ?? '');
  const named = needs.find(({ lane }) => lane !== null)?.lane ?? null;
  const open = lanes.find(({ lane, workItem }) => lane === named || (workItem !== null && workItem === itemRef));
  const lane = progress?.lane ?? open?.ref ?? null;
  const since = progress?.since ?? item?.updatedAt ?? needs[0]?.since ?? null;
  const latest = last.get(ref);
  return {
    ref,
    title: progress?.title ?? item?.title ?? needs[0]?.title ?? ref,
    item: itemRef,
    task: progress?.task ?? needs.find(({ task }) => task !== null)?.task ?? null,
    lane,
    laneName: progress?.laneName ?? open?.lane ?? named,
    ...itemFields(item),
    state: progress?.state ?? null,
    // A released item still names its former holder.
    who: progress === undefined ? (item?.owner ?? needs[0]?.from ?? null) : progress.who,
    role: progress === undefined ? (item?.ownerRole ?? null) : progress.role,
    since,
    leaseUntil: progress?.leaseUntil ?? null,
    needs,
    waits: null,
    last: latest === undefined || isSaid(latest.at, since, needs) ? null : latest,
    checks: checks.get(lane ?? '') ?? [],
  };
}

/** True for an event before the current state, which explains nothing of it, and for one that is a need. */
function isSaid(at: string, since: string | null, needs: readonly Need[]): boolean {
  return at < (since ?? '') || needs.some(need => need.since === at);
}

function itemCard(item: WorkItem): BoardCard {
  const { ref, title, owner, ownerRole, section, notBefore, blockedBy, resolvedAt } = item;
  return {
    ref,
    title,
    item: ref,
    task: null,
    lane: null,
    laneName: null,
    ...itemFields(item),
    state: null,
    who: section === 'done' ? owner : null,
    role: section === 'done' ? ownerRole : null,
    since: resolvedAt,
    leaseUntil: null,
    needs: [],
    waits: section === 'blocked' || section === 'scheduled' ? { until: notBefore, on: blockedBy } : null,
    last: null,
    checks: [],
  };
}

function itemFields(item: WorkItem | undefined) {
  return {
    kind: item?.kind ?? null,
    labels: item?.labels ?? [],
    priority: item?.priority ?? null,
    parent: item?.parent ?? null,
    assignee: item?.assignee ?? null,
    choices: [...openChoices(item?.questions ?? [])],
    status: item?.status ?? null,
  };
}
