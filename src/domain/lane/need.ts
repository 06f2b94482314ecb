import * as z from 'zod';
import { sentenceSchema } from '../../messages/sentence.js';
import type { LivenessLevel } from '../worker/liveness.js';
import type { WorkerState } from '../worker/workerState.js';
import { countBehind } from '../workItem/countBehind.js';
import type { Lane } from './lane.js';

/** Why something waits for a person. */
export const needKinds = [
  'question',
  'approval',
  'merge',
  'conflict',
  'dead',
  'failure',
  'blocked',
  'report',
  'workItem',
] as const;
export type NeedKind = (typeof needKinds)[number];

/** One thing that waits for a person. */
export const needSchema = z.object({
  kind: z.enum(needKinds),
  /** What it is about: `M-3`, `L-2`, `P-4`, `W-7`. */
  ref: z.string(),
  /** Name of the lane. */
  lane: z.string().nullable(),
  /** What is asked, or what the work is. */
  title: z.string(),
  /** What more there is to say: why it failed, what is in conflict, the question of a work item. */
  text: sentenceSchema.nullable(),
  /** Who waits. */
  from: z.string().nullable(),
  since: z.iso.datetime(),
  /** How many lanes and work items wait for it, directly or through others. */
  blocks: z.int().nonnegative(),
  /** The command that continues from here, without the program's name. */
  next: z.string(),
});
export type Need = z.output<typeof needSchema>;

/** A need before it is known what waits for it, which `key` finds out; undefined when nothing can. */
export interface NeedFound {
  readonly need: Omit<Need, 'blocks'>;
  readonly key: string | undefined;
}

/** What waits for a person in a lane, by its worker's state and heartbeats; undefined when nothing does. */
export function needOfLane(lane: Lane): Omit<Need, 'blocks'> | undefined {
  const kind = laneNeed(lane);
  if (kind === undefined) return undefined;
  const { ref, lane: name, description, worker, branch } = lane;
  const isDead = kind === 'dead';
  return {
    kind,
    ref,
    lane: name,
    title: description?.split('\n')[0] ?? branch,
    text: (isDead ? worker?.trouble?.reason : undefined) ?? worker?.reason ?? null,
    from: worker?.agent ?? null,
    since: (isDead ? worker?.lastBeatAt : worker?.stateChangedAt) ?? lane.updatedAt,
    next: nextOfLane[kind](name),
  };
}

/** Why a lane waits for a person, by the state of its worker. */
export const laneNeeds = ['approval', 'merge', 'conflict', 'dead', 'failure', 'blocked'] as const;
export type LaneNeed = (typeof laneNeeds)[number];

/** `liveness` may be left out: nothing is called dead then. */
export interface LaneAtHand {
  readonly status: Lane['status'];
  readonly worker: { readonly state: WorkerState; readonly liveness?: LivenessLevel } | null;
}

/** Why a lane waits for a person; undefined when it does not. */
export function laneNeed({ status, worker }: LaneAtHand): LaneNeed | undefined {
  if (status === 'merged' || status === 'closed') return undefined;
  // No one solves the conflict of a worker that is gone.
  if (worker?.liveness === 'DEAD' && (worker.state === 'WORKING' || worker.state === 'CONFLICTED')) return 'dead';
  if (worker?.state === 'IN_REVIEW') return 'approval';
  if (worker?.state === 'APPROVED') return 'merge';
  if (worker?.state === 'CONFLICTED') return 'conflict';
  if (worker?.state === 'FAILED') return 'failure';
  return status === 'blocked' ? 'blocked' : undefined;
}

/** The command that continues from a need, without the program's name. */
export const nextOfLane: Readonly<Record<LaneNeed, (lane: string) => string>> = {
  approval: lane => `worker approve ${lane}`,
  merge: lane => `worker merge ${lane}`,
  conflict: lane => `worker show ${lane}`,
  dead: lane => `worker show ${lane}`,
  failure: lane => `worker retry ${lane}`,
  blocked: lane => `lane show ${lane}`,
};

/** Needs with what they block: the most blocking first, then the longest waiting. */
export function rankNeeds(found: readonly NeedFound[], waiting: ReadonlyMap<string, readonly string[]>): Need[] {
  const needs = found.map(({ need, key }) => ({
    ...need,
    blocks: key === undefined ? 0 : countBehind(key, waiting),
  }));
  return needs.sort((left, right) => right.blocks - left.blocks || Date.parse(left.since) - Date.parse(right.since));
}
