import type { Lane, Worker } from '../domain/lane/lane.js';
import type { CloseReason } from '../domain/lane/laneStatus.js';
import { laneTitle } from '../domain/lane/laneTitle.js';
import type { Need } from '../domain/lane/need.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { LivenessLevel } from '../domain/worker/liveness.js';
import { statesAtWork } from '../domain/worker/workerState.js';
import { laneOperationName } from '../operations/loadLaneCatalogue.js';
import type { Translate } from '../reports/translate.js';
import { baseName } from './baseName.js';
import { iconOf } from './look.js';
import { timeSpan } from './relativeTime.js';
import { closeReasonWords, laneStatusWords, workerStateLooks } from './status.js';
import { labelled, type RowLook } from './viewRow.js';

/** Takes the lane's name. */
export const showLaneCommand = 'stateroom.lane.showPage';

export interface LaneViewRow extends RowLook {
  readonly input: Readonly<Record<string, unknown>>;
  /** Input of acts about another record, by operation: `{ 'lane.answer': { message: 'M-7' } }`. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

export interface LaneDistance {
  readonly ahead: number | null;
  readonly behind: number | null;
  readonly isThere: boolean;
  /** The worktree is missing, but may be elsewhere or come back. */
  readonly isAway: boolean;
  /** Resubmitted after the person's review. */
  readonly changedSinceReview?: boolean;
}

export interface LaneSurroundings {
  /** Undefined until git was read. */
  readonly distance?: LaneDistance | undefined;
  /** Time of a question that waits for the person, and the time of the row, in ms UTC. */
  readonly asked?: { readonly at: number; readonly now: number } | undefined;
  /** Numbers of files changed since the person's review, and of all that the lane changes. */
  readonly again?: { readonly files: number; readonly of: number } | undefined;
  /** Lane with which it would conflict, and the first file. */
  readonly conflict?: { readonly lane: string; readonly path: string } | undefined;
  /** Names of lanes that change the same lines. */
  readonly overlapsWith?: readonly string[];
  /** Commands whose last run in it failed. */
  readonly failing?: readonly string[];
  /** Number of comments in the person's unsubmitted review. */
  readonly pending?: number;
  /** A commit elsewhere with the lane's change, for a person to confirm as the merge. */
  readonly mergedAs?: string | undefined;
  /** The lane has ended, but its worktree was not removed. */
  readonly treeLeft?: boolean | undefined;
  readonly called?: (lane: string) => string;
}

export function laneViewRow(
  lane: Lane,
  {
    distance,
    asked,
    again,
    conflict,
    overlapsWith = [],
    failing = [],
    pending = 0,
    mergedAs,
    treeLeft = false,
    called = oneLine,
  }: LaneSurroundings,
  t: Translate,
): LaneViewRow {
  const isOver = lane.status === 'merged' || lane.status === 'closed';
  const isWaiting = !isOver && lane.worker !== null && isAtWork(lane.worker) && lane.worker.liveness === 'WAITING';
  const waited = asked && timeSpan(asked.at, asked.now, t);
  const states = isWaiting
    ? [t('asks you'), waited?.text]
    : isResubmitted(lane, distance)
      ? [again === undefined ? t('review again') : t('review again: {0} of {1} files', again.files, again.of)]
      : [
          laneWord(lane, t, called),
          isOver ? undefined : lifeText(lane.worker, t),
          isOver ? undefined : doingText(lane),
        ];
  const facts = [
    isOver || conflict === undefined
      ? undefined
      : t('conflict: {0}, {1}', called(conflict.lane), baseName(conflict.path)),
    ...states,
    mergedAs === undefined ? undefined : t('merged elsewhere?'),
    pending === 0 ? undefined : pendingText(pending, t),
    isOver ? undefined : missingTreeText(distance, t),
    isOver || failing.length === 0 ? undefined : failingText(failing, t),
    isOver || overlapsWith.length === 0 ? undefined : overlapText(overlapsWith.map(called), t),
    lane.ref,
  ];
  const { icon, color } = looks(lane);
  // A row that already needs a person keeps its icon.
  const isCalm = !isOver && !isWaiting && color !== 'list.errorForeground' && lane.state !== 'CONFLICTED';
  const meets = overlapsWith.length > 0 || conflict !== undefined;
  const warning = failing.length > 0 ? failingLook : meets ? overlapLook : undefined;
  return {
    ...labelled(laneTitle(lane), facts),
    ...(isCalm && warning !== undefined ? warning : { icon, color }),
    contextValue: traits(lane, { distance, mergedAs, treeLeft }),
    changesAt: isWaiting ? waited?.changesAt : isOver ? undefined : lifeChangesAt(lane.worker),
    input: { lane: lane.lane },
    inputs: {
      [laneOperationName('messageSend')]: { to: lane.lane },
      ...(mergedAs === undefined
        ? {}
        : { [laneOperationName('laneRecordMerged')]: { lane: lane.lane, commit: mergedAs } }),
    },
  };
}

/** Maps lane names to the commit that a person is to confirm as their merge. */
export function mergedElsewhere(needs: readonly Need[]): ReadonlyMap<string, string> {
  const acts = needs.flatMap(need =>
    need.acts.filter(({ operation }) => operation === laneOperationName('laneRecordMerged')),
  );
  return new Map(acts.map(({ input }) => [String(input.lane), String(input.commit)]));
}

export function pendingText(pending: number, t: Translate): string {
  return pending === 1 ? t('your review: 1 comment not sent') : t('your review: {0} comments not sent', pending);
}

/** True while the worker is expected to work. */
export function isAtWork({ state }: Worker): boolean {
  return statesAtWork.has(state);
}

/** Trait of a worker that has begun, has not submitted, and is dead or stale. */
function goneTrait({ state, liveness }: Worker): string | undefined {
  if (state !== 'WORKING' && state !== 'CONFLICTED') return undefined;
  return liveness === 'DEAD' ? 'dead' : liveness === 'STALE' ? 'stale' : undefined;
}

/** Word for a worker that waits for a person, is dead or stale. */
export function lifeWord({ status, worker }: Lane, t: Translate): string | undefined {
  if (worker === null || status === 'merged' || status === 'closed') return undefined;
  if (worker.silent !== undefined) return silentWord(worker.silent.minutes, t);
  const isSaid = worker.liveness === 'WAITING' || goneTrait(worker) !== undefined;
  return isSaid ? livenessWord(worker.liveness, t) : undefined;
}

export function laneWord(lane: Lane, t: Translate, called: (lane: string) => string = oneLine): string {
  if (lane.status === 'merged') return t('merged');
  if (lane.status === 'closed') return closeWord(lane.closeReason, t);
  if (lane.status === 'planned' && lane.after.length > 0)
    return t('waiting for {0}', lane.after.map(called).join(', '));
  if (lane.worker === null) return laneStatusWords[lane.status](t);
  return lane.worker.cancelled ? t('cancelled') : workerStateLooks[lane.worker.state].word(t);
}

export function closeWord(reason: CloseReason | null, t: Translate): string {
  return reason === null ? laneStatusWords.closed(t) : closeReasonWords[reason](t);
}

/** Freshness of heartbeats; undefined if none are expected. */
function lifeText(worker: Worker | null, t: Translate): string | undefined {
  if (worker === null || !isAtWork(worker)) return undefined;
  if (worker.silent !== undefined) return silentWord(worker.silent.minutes, t);
  if (worker.lastBeatAt === null) return worker.state === 'WORKING' ? t('no heartbeat yet') : undefined;
  return livenessWord(worker.liveness, t);
}

/** ms UTC. */
function lifeChangesAt(worker: Worker | null): number | undefined {
  if (worker === null || !isAtWork(worker) || worker.livenessChangesAt === null) return undefined;
  return Date.parse(worker.livenessChangesAt);
}

/** `codex: npm test`: the latest act of an agent that Stateroom runs. */
function doingText({ worker, lane }: Lane): string | undefined {
  if (worker?.doing === undefined) return undefined;
  const agent = worker.agent?.replace(`-${lane}`, '');
  return oneLine(agent === undefined ? worker.doing.line : `${agent}: ${worker.doing.line}`);
}

function silentWord(minutes: number, t: Translate): string {
  return minutes < 1 ? t('silent') : t('silent {0} min', minutes);
}

export function livenessWord(level: LivenessLevel, t: Translate): string {
  switch (level) {
    case 'ok':
      return t('alive');
    case 'WAITING':
      return t('waiting for you');
    case 'none':
      return t('no heartbeat');
    case 'WARN':
      return t('heartbeat late');
    case 'STALE':
      return t('stale');
    case 'DEAD':
      return t('dead');
  }
}

/** Undefined if git reports no distance. */
export function distanceText({ ahead, behind }: LaneDistance, t: Translate): string | undefined {
  if (ahead === null || behind === null) return undefined;
  if (ahead === 0 && behind === 0) return t('no commits');
  const parts = [ahead === 0 ? undefined : t('{0} ahead', ahead), behind === 0 ? undefined : t('{0} behind', behind)];
  return parts.filter(part => part !== undefined).join(', ');
}

function failingText([first = '', ...others]: readonly string[], t: Translate): string {
  return others.length === 0 ? t('{0} fails', oneLine(first)) : t('{0} commands fail', others.length + 1);
}

function overlapText(lanes: readonly string[], t: Translate): string {
  const [first, ...others] = lanes;
  return others.length === 0 ? t('overlaps with {0}', first ?? '') : t('overlaps with {0} lanes', lanes.length);
}

function looks(lane: Lane): { icon: string; color?: string } {
  if (lane.status === 'merged') return { icon: 'git-merge', color: 'charts.purple' };
  if (lane.status === 'closed') return { icon: 'circle-slash' };
  if (lane.status === 'planned' || lane.worker === null) return { icon: 'clock' };
  const { worker } = lane;
  if (isAtWork(worker) && worker.liveness !== 'ok' && worker.liveness !== 'none') return livenessLooks[worker.liveness];
  if (worker.state === 'WORKING' && worker.liveness === 'ok') return { icon: 'pulse', color: 'charts.green' };
  if (worker.cancelled && worker.state === 'FAILED') return { icon: 'circle-slash' };
  return iconOf(workerStateLooks[worker.state]);
}

const failingLook = { icon: 'beaker-stop', color: 'list.errorForeground' } as const;
const overlapLook = { icon: 'warning', color: 'list.warningForeground' } as const;

const livenessLooks = {
  WAITING: { icon: 'comment-unresolved', color: 'charts.yellow' },
  WARN: { icon: 'pulse', color: 'list.warningForeground' },
  STALE: { icon: 'watch', color: 'charts.orange' },
  DEAD: { icon: 'stop-circle', color: 'list.errorForeground' },
} as const;

/** Undefined if the worktree exists or was not read yet. */
export function missingTreeText(
  distance: Pick<LaneDistance, 'isThere' | 'isAway'> | undefined,
  t: Translate,
): string | undefined {
  if (distance === undefined || distance.isThere) return undefined;
  return distance.isAway ? t('worktree is not visible from here') : t('worktree is missing');
}

/** The distance is read later than its lane. */
function isResubmitted({ state }: Lane, distance: LaneDistance | undefined): boolean {
  return state === 'IN_REVIEW' && distance?.changedSinceReview === true;
}

/** For when clauses of menus. */
function traits(lane: Lane, { distance, mergedAs, treeLeft }: LaneSurroundings): string {
  const { status, worker } = lane;
  return [
    'lane',
    `status:${status}`,
    worker === null ? undefined : `state:${worker.state}`,
    worker?.cancelled === true ? 'cancelled' : undefined,
    lane.adopted ? 'adopted' : undefined,
    distance?.isThere === false ? 'missing' : undefined,
    isResubmitted(lane, distance) ? 'resubmitted' : undefined,
    worker === null ? undefined : goneTrait(worker),
    mergedAs === undefined ? undefined : 'mergedElsewhere',
    treeLeft === true ? 'treeLeft' : undefined,
  ]
    .filter(trait => trait !== undefined)
    .join(' ');
}
