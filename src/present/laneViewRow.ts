import type { Lane, Worker } from '../domain/lane/lane.js';
import type { CloseReason } from '../domain/lane/laneStatus.js';
import { oneLine } from '../domain/text/oneLine.js';
import { shortened } from '../domain/text/shortened.js';
import type { LivenessLevel } from '../domain/worker/liveness.js';
import { laneOperationName } from '../operations/loadLaneCatalogue.js';
import type { Translate } from '../reports/translate.js';
import { iconOf } from './look.js';
import { type TimeLabel, timeAgo } from './relativeTime.js';
import { closeReasonWords, laneStatusWords, workerStateLooks } from './status.js';
import type { RowLook } from './viewRow.js';

/** The row of a lane, or of something in one. */
export interface LaneViewRow extends RowLook {
  /** What operations that the menus offer are called with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same of single acts that are about something else, by their names: `{ 'lane.answer': { message: 'M-7' } }`. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

/** How far a lane is from its base, and whether its worktree is there. */
export interface LaneDistance {
  readonly ahead: number | null;
  readonly behind: number | null;
  readonly isThere: boolean;
}

/** What a row depends on beside its lane. */
export interface LaneSurroundings {
  /** ms UTC. */
  readonly now: number;
  /** Undefined until git was read. */
  readonly distance?: LaneDistance | undefined;
  /** Names of lanes that change the same lines. */
  readonly overlapsWith?: readonly string[];
}

/** Characters of a lane's name in its row. */
const nameLength = 22;

/** The row of a lane. */
export function laneViewRow(
  lane: Lane,
  { now, distance, overlapsWith = [] }: LaneSurroundings,
  t: Translate,
): LaneViewRow {
  const label = `${lane.ref} ${shortName(lane.lane)}`;
  const isOver = lane.status === 'merged' || lane.status === 'closed';
  const life = isOver ? undefined : lifeText(lane.worker, now, t);
  const age = isOver ? timeAgo(Date.parse(lane.updatedAt), now, t) : timeAgo(Date.parse(lane.createdAt), now, t);
  const facts = [
    laneWord(lane, t),
    life?.text,
    !isOver && distance?.isThere === false ? t('worktree is missing') : undefined,
    overlapsWith.length === 0 ? undefined : overlapText(overlapsWith, t),
    isOver || distance === undefined ? undefined : distanceText(distance, t),
    isOver || lane.port === null ? undefined : t('port {0}', lane.port),
    isOver ? age.text : t('opened {0}', age.text),
  ].filter(fact => fact !== undefined);
  const { icon, color } = looks(lane);
  return {
    label,
    description: facts.join(' · '),
    icon,
    color,
    contextValue: traits(lane, distance),
    spoken: [`${lane.ref} ${oneLine(lane.lane)}`, ...facts].join(', '),
    changesAt: earliest(age.changesAt, life?.changesAt),
    input: { lane: lane.lane },
    inputs: { [laneOperationName('messageSend')]: { to: lane.lane } },
  };
}

/**
 * A lane's name that leaves room for what the lane is at: names made from titles are longer than a side bar is wide, and their
 * ends would be all that is seen of the row. Cut after a word.
 */
function shortName(name: string): string {
  const short = shortened(name, nameLength);
  const lastWord = short.endsWith('…') ? short.lastIndexOf('-') : -1;
  return lastWord > nameLength / 2 ? `${short.slice(0, lastWord)}…` : short;
}

/** States in which someone is expected to be at it. */
export function isAtWork({ state }: Worker): boolean {
  return state === 'ASSIGNED' || state === 'WORKING' || state === 'CONFLICTED';
}

/** What a lane is at, in the words of the interface. */
export function laneWord(lane: Lane, t: Translate): string {
  if (lane.status === 'merged') return t('merged');
  if (lane.status === 'closed') return closeWord(lane.closeReason, t);
  if (lane.status === 'planned' && lane.after.length > 0) return t('waiting for {0}', lane.after.join(', '));
  if (lane.worker === null) return laneStatusWords[lane.status](t);
  return lane.worker.cancelled ? t('cancelled') : workerStateLooks[lane.worker.state].word(t);
}

/** Why a lane was closed, in the words of the interface. */
export function closeWord(reason: CloseReason | null, t: Translate): string {
  return reason === null ? laneStatusWords.closed(t) : closeReasonWords[reason](t);
}

/** How fresh the heartbeats are, in a word, and how old the last one is. */
function lifeText(
  worker: Worker | null,
  now: number,
  t: Translate,
): { text: string; changesAt: number | undefined } | undefined {
  if (worker === null || !isAtWork(worker)) return undefined;
  if (worker.lastBeatAt === null) {
    return worker.state === 'WORKING' ? { text: t('no heartbeat yet'), changesAt: undefined } : undefined;
  }
  const at = Date.parse(worker.lastBeatAt);
  const ago = timeAgo(at, now, t);
  const worseAt = worker.livenessChangesAt === null ? undefined : Date.parse(worker.livenessChangesAt);
  const text = t('{0}, {1}', livenessWord(worker.liveness, t), silenceText(worker.liveness, ago, now - at < 60_000, t));
  return { text, changesAt: earliest(ago.changesAt, worseAt) };
}

/** How old the last heartbeat is. Levels go by seconds: beside one that warns, `just now` would say the contrary. */
function silenceText(level: LivenessLevel, ago: TimeLabel, isUnderMinute: boolean, t: Translate): string {
  return isUnderMinute && level !== 'ok' ? t('under a minute ago') : ago.text;
}

function livenessWord(level: LivenessLevel, t: Translate): string {
  switch (level) {
    case 'ok':
      return t('alive');
    case 'none':
      return t('no heartbeat');
    case 'WARN':
    case 'STALE':
    case 'DEAD':
      return level;
  }
}

function distanceText({ ahead, behind }: LaneDistance, t: Translate): string | undefined {
  if (ahead === null || behind === null) return undefined;
  if (ahead === 0 && behind === 0) return t('no commits');
  const parts = [ahead === 0 ? undefined : t('{0} ahead', ahead), behind === 0 ? undefined : t('{0} behind', behind)];
  return parts.filter(part => part !== undefined).join(', ');
}

function overlapText(lanes: readonly string[], t: Translate): string {
  const [first, ...others] = lanes;
  return others.length === 0
    ? t('overlaps with {0}', oneLine(first ?? ''))
    : t('overlaps with {0} lanes', lanes.length);
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

const livenessLooks = {
  WARN: { icon: 'warning', color: 'list.warningForeground' },
  STALE: { icon: 'watch', color: 'charts.orange' },
  DEAD: { icon: 'stop-circle', color: 'list.errorForeground' },
} as const;

/** For when clauses of menus. */
function traits(lane: Lane, distance: LaneDistance | undefined): string {
  const { status, worker } = lane;
  return [
    'lane',
    `status:${status}`,
    worker === null ? undefined : `state:${worker.state}`,
    worker?.cancelled === true ? 'cancelled' : undefined,
    lane.adopted ? 'adopted' : undefined,
    distance?.isThere === false ? 'missing' : undefined,
  ]
    .filter(trait => trait !== undefined)
    .join(' ');
}

function earliest(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
