import * as z from 'zod';
import { message } from '../../messages/message.js';
import { type Sentence, sentenceSchema } from '../../messages/sentence.js';
import { countBehind } from '../workItem/countBehind.js';
import type { Lane } from './lane.js';

/** Why something waits for a person. */
export const needKinds = [
  'findings',
  'blocker',
  'question',
  'approval',
  'merge',
  'conflict',
  'dead',
  'alert',
  'failure',
  'blocked',
  'report',
  'workItem',
  'unstarted',
  'changes',
] as const;
export type NeedKind = (typeof needKinds)[number];

/** One thing that waits for a person. */
export const needSchema = z.object({
  kind: z.enum(needKinds),
  /** What it is about: `M-3`, `L-2`, `P-4`, `W-7`, `B-1`, of open findings the first and most severe one: `F-3`. */
  ref: z.string(),
  /** The work item that it belongs to: `W-7`. */
  item: z.string().nullable(),
  /** Of a work item. */
  priority: z.int().nullable(),
  /** Name of the lane. */
  lane: z.string().nullable(),
  /** Of findings and blockers, the task that they hold up: `T-4`. */
  task: z.string().nullable(),
  /** What is asked, or what the work is. */
  title: z.string(),
  /** Why: the question of a work item, why it failed, what is in conflict, how many findings are open. */
  text: sentenceSchema.nullable(),
  /** Who waits. */
  from: z.string().nullable(),
  since: z.iso.datetime(),
  /** How many lanes and work items wait for it, directly or through others. */
  blocks: z.int().nonnegative(),
  /** The command that continues from here, without the program's name. */
  next: z.string(),
  /** The same as an operation with the known part of its input. */
  acts: z.array(z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) })),
});
export type Need = z.output<typeof needSchema>;

/** A need before it is known what waits for it, which `key` finds out; undefined when nothing can. */
export interface NeedFound {
  readonly need: Omit<Need, 'blocks'>;
  readonly key: string | undefined;
}

/** How long an open lane may wait for its agent before a person is asked, in ms. */
export const unstartedAfterMs = 15 * 60_000;

/** What decides whether a lane waits for a person. */
export type LaneAtHand = Pick<Lane, 'status' | 'updatedAt' | 'waitsFor'> & {
  readonly worker:
    | (Pick<NonNullable<Lane['worker']>, 'state' | 'liveness' | 'stateChangedAt' | 'submitted'> &
        Partial<Pick<NonNullable<Lane['worker']>, 'trouble'>>)
    | null;
};

interface LaneNeedRule {
  readonly applies: (lane: LaneAtHand, now: number) => boolean;
  /** What to tell where the worker's reason is not it. */
  readonly text?: (lane: Lane) => Sentence | undefined;
  readonly since?: (lane: Lane) => string | null | undefined;
  /** The command, without the program's name. */
  readonly next: (lane: string) => string;
  readonly act: string;
  /** True where the question of its agent comes first: once that is answered, this is asked again. */
  readonly afterQuestion?: true;
}

const showsWorker = { next: (lane: string) => `worker show ${lane}`, act: 'worker.show' } as const;

/** Why a lane that is not over waits for a person: the first of these that applies. */
const laneNeedRules = {
  changes: {
    applies: ({ status, worker }) =>
      status !== 'blocked' && worker?.state === 'WORKING' && worker.submitted !== null && !hasAgent(worker),
    next: lane => `worker start ${lane} -- <program>`,
    act: 'worker.start',
    afterQuestion: true,
  },
  dead: {
    // Nobody resolves the conflict of a worker that is gone. Of a blocked lane, an agent that ended is no news.
    applies: ({ status, worker }) =>
      status !== 'blocked' &&
      (worker?.state === 'WORKING' || worker?.state === 'CONFLICTED') &&
      worker.liveness === 'DEAD',
    text: ({ worker }) => worker?.trouble?.reason,
    since: ({ worker }) => worker?.lastBeatAt,
    ...showsWorker,
    afterQuestion: true,
  },
  alert: {
    // A worker that heartbeats, or is not expected to, has no other trouble.
    applies: ({ status, worker }) =>
      status !== 'blocked' &&
      (worker?.liveness === 'ok' || worker?.liveness === 'none') &&
      (worker.trouble ?? null) !== null,
    text: ({ worker }) => worker?.trouble?.reason,
    since: ({ worker }) => worker?.lastBeatAt,
    ...showsWorker,
    afterQuestion: true,
  },
  approval: {
    applies: ({ worker }) => worker?.state === 'IN_REVIEW',
    next: lane => `worker approve ${lane}`,
    act: 'worker.approve',
  },
  merge: {
    applies: ({ worker }) => worker?.state === 'APPROVED',
    next: lane => `worker merge ${lane}`,
    act: 'worker.merge',
  },
  conflict: {
    applies: ({ worker }) => worker?.state === 'CONFLICTED',
    ...showsWorker,
  },
  failure: {
    applies: ({ worker }) => worker?.state === 'FAILED',
    next: lane => `worker retry ${lane}`,
    act: 'worker.retry',
  },
  blocked: {
    // Nobody else will come upon a lane that waits for one that was closed.
    applies: ({ status, waitsFor }) => status === 'blocked' || waitsFor.some(({ ended }) => ended),
    text: ({ waitsFor }) => waitsFor.find(({ ended }) => ended)?.text,
    next: lane => `lane show ${lane}`,
    act: 'lane.show',
    afterQuestion: true,
  },
  unstarted: {
    applies: (lane, now) => (unstartedAt(lane) ?? Number.POSITIVE_INFINITY) <= now,
    text: ({ ref }) => message('lanes.nobodyStarted', { lane: ref }),
    since: assignedAt,
    next: lane => `worker start ${lane} -- <program>`,
    act: 'worker.start',
    afterQuestion: true,
  },
} as const satisfies Partial<Record<NeedKind, LaneNeedRule>>;
type LaneNeed = keyof typeof laneNeedRules;

/** Why a lane waits for a person; undefined when it does not. `now` in ms UTC. */
export function laneNeed(lane: LaneAtHand, now: number): LaneNeed | undefined {
  if (lane.status === 'merged' || lane.status === 'closed') return undefined;
  const kinds = Object.keys(laneNeedRules) as LaneNeed[];
  return kinds.find(kind => laneNeedRules[kind].applies(lane, now));
}

/**
 * What waits for a person in a lane, by its worker's state and heartbeats; undefined when nothing does. `isAsked`: its work item or
 * a message of its agent waits for an answer.
 */
export function needOfLane(lane: Lane, now: number, isAsked = false): Omit<Need, 'blocks'> | undefined {
  const kind = laneNeed(lane, now);
  if (kind === undefined) return undefined;
  const rule: LaneNeedRule = laneNeedRules[kind];
  if (isAsked && rule.afterQuestion === true) return undefined;
  const { ref, lane: name, workItem, description, worker, branch, updatedAt } = lane;
  return {
    kind,
    ref,
    item: workItem,
    priority: null,
    lane: name,
    task: null,
    title: description?.split('\n')[0] ?? branch,
    text: rule.text?.(lane) ?? worker?.reason ?? null,
    from: worker?.agent ?? null,
    since: (rule.since === undefined ? worker?.stateChangedAt : rule.since(lane)) ?? updatedAt,
    next: rule.next(name),
    acts: [{ operation: rule.act, input: { lane: name } }],
  };
}

/** When nobody has started in a lane for too long, ms UTC; undefined where nobody is to start, or someone has. */
export function unstartedAt(lane: LaneAtHand): number | undefined {
  if (lane.status !== 'active' || lane.worker?.state !== 'ASSIGNED') return undefined;
  return Date.parse(assignedAt(lane)) + unstartedAfterMs;
}

/** Since when a lane waits for its agent. One that waited for other lanes was written last when it became active. */
function assignedAt({ updatedAt, worker }: LaneAtHand): string {
  return worker === null || worker.stateChangedAt < updatedAt ? updatedAt : worker.stateChangedAt;
}

function hasAgent({ liveness }: NonNullable<LaneAtHand['worker']>): boolean {
  return liveness !== 'DEAD' && liveness !== 'none';
}

/** True while an agent is alive and at work in a lane, with nothing to ask. */
export function isBusy({ worker }: LaneAtHand): boolean {
  return worker?.state === 'WORKING' && worker.liveness !== 'WAITING' && hasAgent(worker);
}

/** What keeps work from going on whatever state it is in. */
const holdingKinds: ReadonlySet<NeedKind> = new Set<NeedKind>(['findings', 'blocker', 'question', 'workItem']);

/** Needs with what they block: findings, blockers and questions first, among them and the rest the most blocking, then the longest waiting. */
export function rankNeeds(found: readonly NeedFound[], waiting: ReadonlyMap<string, readonly string[]>): Need[] {
  const needs = found.map(({ need, key }) => ({
    ...need,
    blocks: key === undefined ? 0 : countBehind(key, waiting),
  }));
  return needs.sort(
    (left, right) =>
      Number(holdingKinds.has(right.kind)) - Number(holdingKinds.has(left.kind)) ||
      right.blocks - left.blocks ||
      Date.parse(left.since) - Date.parse(right.since),
  );
}
