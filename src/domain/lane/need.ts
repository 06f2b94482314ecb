import * as z from 'zod';
import { message } from '../../messages/message.js';
import { type Sentence, sentenceSchema } from '../../messages/sentence.js';
import { showTranscript, startAgent } from '../refusal/steps.js';
import { countBehind } from '../workItem/countBehind.js';
import type { Lane } from './lane.js';

export const needKinds = [
  'findings',
  'blocker',
  'question',
  'permission',
  'approval',
  'merge',
  'unready',
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

export const needSchema = z.object({
  kind: z.enum(needKinds),
  /** Its subject: `M-3`, `L-2`, `P-4`, `W-7`, `B-1`; for open findings the first of the most severe: `F-3`. */
  ref: z.string(),
  item: z.string().nullable(),
  priority: z.int().nullable(),
  lane: z.string().nullable(),
  /** For findings and blockers, the task they hold up: `T-4`. */
  task: z.string().nullable(),
  title: z.string(),
  /** Reason: a work item's question or failure, the conflict, or the number of open findings. */
  text: sentenceSchema.nullable(),
  /** The actor who waits. */
  from: z.string().nullable(),
  since: z.iso.datetime(),
  /** Number of lanes and work items that wait for it, directly or indirectly. */
  blocks: z.int().nonnegative(),
  /** The command to continue with, without the program's name. */
  next: z.string(),
  /** Matching operations with the known part of their input. */
  acts: z.array(z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) })),
});
export type Need = z.output<typeof needSchema>;

/** A need without the count of what it blocks, which is looked up by `key`; undefined if nothing can wait for it. */
export interface NeedFound {
  readonly need: Omit<Need, 'blocks'>;
  readonly key: string | undefined;
}

/** Max wait of an open lane for its agent before a person is asked, in ms. */
export const unstartedAfterMs = 15 * 60_000;

export type LaneAtHand = Pick<Lane, 'status' | 'updatedAt' | 'waitsFor'> & {
  readonly worker:
    | (Pick<NonNullable<Lane['worker']>, 'state' | 'liveness' | 'stateChangedAt' | 'submitted'> &
        Partial<Pick<NonNullable<Lane['worker']>, 'trouble'>>)
    | null;
};

interface LaneNeedRule {
  readonly applies: (lane: LaneAtHand, now: number) => boolean;
  readonly text?: (lane: Lane) => Sentence | undefined;
  readonly since?: (lane: Lane) => string | null | undefined;
  readonly next: (lane: string) => string;
  readonly act: string;
  /** True if its agent's question comes first; this need is evaluated again after the answer. */
  readonly afterQuestion?: true;
}

const showsWorker = { next: (lane: string) => `worker show ${lane}`, act: 'worker.show' } as const;

const startsWorker = { next: (lane: string) => `worker start ${lane} -- <program>`, act: 'worker.start' } as const;

/** Rules for lanes in progress; the first that applies wins. */
const laneNeedRules = {
  changes: {
    applies: ({ status, worker }) =>
      status !== 'blocked' && worker?.state === 'WORKING' && worker.submitted !== null && !hasAgent(worker),
    ...startsWorker,
    afterQuestion: true,
  },
  dead: {
    // A dead worker cannot resolve its conflict. In a blocked lane, an ended agent is expected.
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
    // With these levels, trouble is never a missing heartbeat.
    applies: ({ status, worker }) =>
      status !== 'blocked' &&
      (worker?.liveness === 'ok' || worker?.liveness === 'none') &&
      (worker.trouble ?? null) !== null,
    text: ({ worker }) => worker?.trouble?.reason,
    since: ({ worker }) => worker?.silent?.since ?? worker?.lastBeatAt,
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
    // A lane that waits for a closed one will never start by itself.
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
    ...startsWorker,
    afterQuestion: true,
  },
} as const satisfies Partial<Record<NeedKind, LaneNeedRule>>;
type LaneNeed = keyof typeof laneNeedRules;

/** Undefined if the lane needs no person. `now` in ms UTC. */
export function laneNeed(lane: LaneAtHand, now: number): LaneNeed | undefined {
  if (lane.status === 'merged' || lane.status === 'closed') return undefined;
  const kinds = Object.keys(laneNeedRules) as LaneNeed[];
  return kinds.find(kind => laneNeedRules[kind].applies(lane, now));
}

/** First reason of the gate against the merge of a lane, and its task: `T-4`. */
export interface Unready {
  readonly gate: string;
  readonly task: string;
  readonly text: Sentence;
}

export interface NeedFacts {
  /** True while its item or an agent's message waits for an answer. */
  readonly isAsked?: boolean;
  /** Review that asks for changes of what waits for approval; undefined without one. */
  readonly asked?: Sentence | undefined;
  /** Undefined if nothing is known against its merge. */
  readonly unready?: Unready | undefined;
  /** The last agent that Stateroom started in it; undefined without one, and while it runs. */
  readonly ended?: EndedAgent | undefined;
}

export interface EndedAgent {
  /** Reason of its end. */
  readonly why: string | null;
  /** True if it was to start and never began. */
  readonly didNotStart: boolean;
  /** True for a program that speaks no protocol, whose command line is needed again. */
  readonly isProgram: boolean;
}

export function needOfLane(
  lane: Lane,
  now: number,
  { isAsked = false, asked, unready, ended }: NeedFacts = {},
): Omit<Need, 'blocks'> | undefined {
  const hasFailed = ended?.didNotStart === true && lane.status === 'active' && !isBusy(lane);
  const kind = laneNeed(lane, now) ?? (hasFailed ? 'unstarted' : undefined);
  if (kind === undefined) return undefined;
  const rule: LaneNeedRule = laneNeedRules[kind];
  if (isAsked && rule.afterQuestion === true) return undefined;
  const { ref, lane: name, workItem, description, worker, branch, updatedAt } = lane;
  const need: Omit<Need, 'blocks'> = {
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
  if (ended !== undefined && ofAgents.has(kind))
    return { ...need, ...stepOfAgent(kind, name, ended), text: ended.why ?? need.text };
  if (kind === 'approval' && asked !== undefined) return { ...need, text: asked };
  if (kind !== 'merge' || unready === undefined) return need;
  const { gate, task, text } = unready;
  const acts = [{ operation: 'gate.check', input: { gate, task } }];
  return { ...need, kind: 'unready', text, next: `gate check ${gate} --task ${task}`, acts };
}

/** Needs of lanes in which no agent is at work. */
const ofAgents: ReadonlySet<NeedKind> = new Set<NeedKind>(['dead', 'changes', 'unstarted']);

/** Step with an agent that Stateroom started. */
function stepOfAgent(kind: LaneNeed, lane: string, { isProgram }: EndedAgent): Pick<Need, 'next' | 'acts'> {
  return kind === 'dead'
    ? { next: `transcript ${lane}`, acts: [showTranscript(lane)] }
    : { next: `start ${lane}${isProgram ? ' -- <program>' : ''}`, acts: [startAgent(lane)] };
}

/** ms UTC; undefined if an agent has started or none is expected. */
export function unstartedAt(lane: LaneAtHand): number | undefined {
  if (lane.status !== 'active' || lane.worker?.state !== 'ASSIGNED') return undefined;
  return Date.parse(assignedAt(lane)) + unstartedAfterMs;
}

/** Start of the wait for an agent. A lane that waited for other lanes was last updated when it became active. */
function assignedAt({ updatedAt, worker }: LaneAtHand): string {
  return worker === null || worker.stateChangedAt < updatedAt ? updatedAt : worker.stateChangedAt;
}

function hasAgent({ liveness }: NonNullable<LaneAtHand['worker']>): boolean {
  return liveness !== 'DEAD' && liveness !== 'none';
}

/** True while an agent works in a lane and has no question. */
export function isBusy({ worker }: LaneAtHand): boolean {
  return worker?.state === 'WORKING' && worker.liveness !== 'WAITING' && hasAgent(worker);
}

/** Kinds that block work in every state. */
const holdingKinds: ReadonlySet<NeedKind> = new Set<NeedKind>([
  'findings',
  'blocker',
  'question',
  'permission',
  'workItem',
]);

/** Sorts findings, blockers and questions first, then the most blocking, then the oldest. */
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
