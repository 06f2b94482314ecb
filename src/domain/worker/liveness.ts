import { ageOf, maxSkewMs } from '../time/age.js';
import type { LogAlert } from './logAlert.js';
import type { WorkerRun } from './workerRun.js';
import type { WorkerState } from './workerState.js';

/** How a worker that should be at work is. Computed from what is known at each look, so that no one has to write it down. */
export const livenessLevels = ['ok', 'WAITING', 'WARN', 'STALE', 'DEAD', 'none'] as const;
/** `WAITING`: it asked a person, who has not answered yet. `none`: it gave no sign that counts, as one that was not started. */
export type LivenessLevel = (typeof livenessLevels)[number];

/** Multiples of the interval between two beats from which on a level holds. */
export const livenessThresholds = { WARN: 3, STALE: 10, DEAD: 100 } as const;

/** How often one is expected to be heard of that promised no interval, in ms: an agent may think, or run tests, for minutes. */
export const singleBeatMs = 60_000;

export interface SignOfLife {
  /** When it last beat, ms UTC. */
  readonly at: number;
  /** How often it means to beat, ms. */
  readonly intervalMs: number;
  /** What is known of its process: `gone` only when that is proven; `stopped` while it is halted, as by Ctrl+Z. */
  readonly process: 'alive' | 'stopped' | 'gone' | 'unknown';
  /** The program that runs, or ran last, as the worker. */
  readonly run?: WorkerRun;
  /** What its output says is in its way. */
  readonly alert?: LogAlert;
}

/** All that tells how a worker is. */
export interface LifeFacts {
  readonly state: WorkerState;
  /** When that state began, ms UTC. */
  readonly stateSince: number;
  /** Its heartbeats; undefined for one that never gave any. */
  readonly sign: SignOfLife | undefined;
  /** When its agent last made a call, wrote, or ran a hook, ms UTC. */
  readonly seenAt?: number | undefined;
  /** Its worktree, where that was removed by other means. */
  readonly goneTree?: string | undefined;
  /** True while a person has not answered what it asked. */
  readonly isAsking?: boolean | undefined;
}

/** How a worker is at some moment. */
export interface Health {
  readonly level: LivenessLevel;
  /** The sign that counts: the latest one of this attempt that is not dated ahead. */
  readonly sign: SignOfLife | undefined;
  /** When the level changes next by time alone, or a limit of its model is over, ms UTC; undefined when neither will. */
  readonly changesAt: number | undefined;
  /** The heartbeat that does not count because it is dated ahead, ms UTC. */
  readonly aheadAt: number | undefined;
}

/** How a worker is at `now`: what every view, list, rule and notice goes by. */
export function healthOf(facts: LifeFacts, now: number): Health {
  const sign = countedSign(facts, now);
  const isAhead = facts.sign !== undefined && ageOf(facts.sign.at, now) === undefined;
  const aheadAt = isAhead && sign?.at !== facts.sign?.at ? facts.sign?.at : undefined;
  // Of one that waits, or whose work is in other hands, no sign is expected.
  if (!isBegun(facts.state)) return { level: 'none', sign, changesAt: undefined, aheadAt: undefined };
  // Whoever is heard of has nothing to work in.
  if (facts.goneTree !== undefined) return { level: 'DEAD', sign, changesAt: undefined, aheadAt: undefined };
  if (facts.sign?.process === 'gone' && (sign === undefined || sign.process === 'gone'))
    return { level: 'DEAD', sign: sign ?? facts.sign, changesAt: resetOf(facts.sign, now), aheadAt: undefined };
  // A person may take their time; the answer is written down, so that nobody has to look again.
  if (facts.isAsking === true) return { level: 'WAITING', sign, changesAt: undefined, aheadAt: undefined };
  const changesAt = sign === undefined && aheadAt !== undefined ? aheadAt - maxSkewMs : nextLivenessChange(sign, now);
  return { level: livenessOf(sign, now), sign, changesAt, aheadAt };
}

/** The sign that counts. What is older than an attempt that has not begun is of the one before. */
function countedSign({ state, stateSince, sign, seenAt }: LifeFacts, now: number): SignOfLife | undefined {
  const isOfAttempt = (at: number): boolean => state !== 'ASSIGNED' || at >= stateSince;
  const counts = (at: number): boolean => isOfAttempt(at) && ageOf(at, now) !== undefined;
  const own = sign !== undefined && isOfAttempt(sign.at) ? sign : undefined;
  const beat = own !== undefined && counts(own.at) ? own : undefined;
  if (seenAt === undefined || !counts(seenAt) || (beat !== undefined && beat.at >= seenAt)) return beat;
  if (own === undefined) return { at: seenAt, intervalMs: sign?.intervalMs ?? singleBeatMs, process: 'unknown' };
  // Whoever is heard of after the program has ended continued by other means.
  const endedBy = own.run?.end?.at ?? own.at + own.intervalMs;
  return { ...own, at: seenAt, process: own.process === 'gone' && seenAt > endedBy ? 'unknown' : own.process };
}

/** The level by the age of a sign at `now`. */
export function livenessOf(sign: SignOfLife | undefined, now: number): LivenessLevel {
  if (sign === undefined) return 'none';
  if (sign.process === 'gone') return 'DEAD';
  const age = ageOf(sign.at, now);
  if (age === undefined) return 'none';
  const missed = age / sign.intervalMs;
  if (missed >= livenessThresholds.DEAD) return 'DEAD';
  if (missed >= livenessThresholds.STALE) return 'STALE';
  return missed >= livenessThresholds.WARN ? 'WARN' : 'ok';
}

/** True in the states in which a worker does something in its lane: it has begun and has not submitted its work. */
export function isBegun(state: WorkerState): boolean {
  return state === 'WORKING' || state === 'CONFLICTED';
}

function nextLivenessChange(sign: SignOfLife | undefined, now: number): number | undefined {
  const level = livenessOf(sign, now);
  if (sign === undefined || level === 'none') return undefined;
  const resetsAt = resetOf(sign, now);
  if (level === 'DEAD') return resetsAt;
  const next = level === 'ok' ? 'WARN' : level === 'WARN' ? 'STALE' : 'DEAD';
  const worseAt = sign.at + livenessThresholds[next] * sign.intervalMs;
  return resetsAt === undefined ? worseAt : Math.min(worseAt, resetsAt);
}

/** When a limit of its model is over. */
function resetOf({ alert }: SignOfLife, now: number): number | undefined {
  const resetsAt = alert?.resetsAt ?? undefined;
  return resetsAt !== undefined && resetsAt > now ? resetsAt : undefined;
}
