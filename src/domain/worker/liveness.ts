import { ageOf, maxSkewMs } from '../time/age.js';
import type { LogAlert } from './logAlert.js';
import type { WorkerRun } from './workerRun.js';
import type { WorkerState } from './workerState.js';

/** Computed at each read, never recorded. */
export const livenessLevels = ['ok', 'WAITING', 'WARN', 'STALE', 'DEAD', 'none'] as const;
/** `WAITING`: for a person's answer. `none`: no heartbeat that counts, as before the start. */
export type LivenessLevel = (typeof livenessLevels)[number];

/** In heartbeat intervals. */
export const livenessThresholds = { WARN: 3, STALE: 10, DEAD: 100 } as const;

/** Expected interval of a worker that promised none, in ms: an agent may think, or run tests, for minutes. */
export const singleBeatMs = 60_000;

export interface SignOfLife {
  /** ms UTC. */
  readonly at: number;
  readonly intervalMs: number;
  /** `gone` only if proven; `stopped` while suspended, as by Ctrl+Z. */
  readonly process: 'alive' | 'stopped' | 'gone' | 'unknown';
  readonly run?: WorkerRun;
  readonly alert?: LogAlert;
}

export interface LifeFacts {
  readonly state: WorkerState;
  /** Start of that state, ms UTC. */
  readonly stateSince: number;
  readonly sign: SignOfLife | undefined;
  /** Agent's last call, write or hook, ms UTC. */
  readonly seenAt?: number | undefined;
  /** Path of a worktree removed by other means. */
  readonly goneTree?: string | undefined;
  /** A person has not answered its question. */
  readonly isAsking?: boolean | undefined;
}

export interface Health {
  readonly level: LivenessLevel;
  /** Latest of this attempt, not dated ahead. */
  readonly sign: SignOfLife | undefined;
  /** Next change of level without new events, or end of a model limit, ms UTC. */
  readonly changesAt: number | undefined;
  /** Ignored heartbeat, dated ahead, ms UTC. */
  readonly aheadAt: number | undefined;
}

/** The single source for views, lists, rules and notifications. */
export function healthOf(facts: LifeFacts, now: number): Health {
  const sign = countedSign(facts, now);
  const isAhead = facts.sign !== undefined && ageOf(facts.sign.at, now) === undefined;
  const aheadAt = isAhead && sign?.at !== facts.sign?.at ? facts.sign?.at : undefined;
  // Before the start and after submission, no heartbeat is expected.
  if (!isBegun(facts.state)) return { level: 'none', sign, changesAt: undefined, aheadAt: undefined };
  // Without its worktree, even an active agent cannot work.
  if (facts.goneTree !== undefined) return { level: 'DEAD', sign, changesAt: undefined, aheadAt: undefined };
  if (facts.sign?.process === 'gone' && (sign === undefined || sign.process === 'gone'))
    return { level: 'DEAD', sign: sign ?? facts.sign, changesAt: resetOf(facts.sign, now), aheadAt: undefined };
  // The answer is recorded, so the worker need not keep polling.
  if (facts.isAsking === true) return { level: 'WAITING', sign, changesAt: undefined, aheadAt: undefined };
  const changesAt = sign === undefined && aheadAt !== undefined ? aheadAt - maxSkewMs : nextLivenessChange(sign, now);
  return { level: livenessOf(sign, now), sign, changesAt, aheadAt };
}

/** Before an attempt has begun, earlier signs belong to the previous one. */
function countedSign({ state, stateSince, sign, seenAt }: LifeFacts, now: number): SignOfLife | undefined {
  const isOfAttempt = (at: number): boolean => state !== 'ASSIGNED' || at >= stateSince;
  const counts = (at: number): boolean => isOfAttempt(at) && ageOf(at, now) !== undefined;
  const own = sign !== undefined && isOfAttempt(sign.at) ? sign : undefined;
  const beat = own !== undefined && counts(own.at) ? own : undefined;
  if (seenAt === undefined || !counts(seenAt) || (beat !== undefined && beat.at >= seenAt)) return beat;
  if (own === undefined) return { at: seenAt, intervalMs: sign?.intervalMs ?? singleBeatMs, process: 'unknown' };
  // Continued by other means after the program ended.
  const endedBy = own.run?.end?.at ?? own.at + own.intervalMs;
  return { ...own, at: seenAt, process: own.process === 'gone' && seenAt > endedBy ? 'unknown' : own.process };
}

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

/** True after a worker has begun and before it submits. */
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

function resetOf({ alert }: SignOfLife, now: number): number | undefined {
  const resetsAt = alert?.resetsAt ?? undefined;
  return resetsAt !== undefined && resetsAt > now ? resetsAt : undefined;
}
