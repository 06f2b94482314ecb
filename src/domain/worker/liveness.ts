import type { LogAlert } from './logAlert.js';
import type { WorkerRun } from './workerRun.js';
import type { WorkerState } from './workerState.js';

/** How fresh the heartbeats of a worker are. Computed from age at each look, so that no one has to write it down. */
export const livenessLevels = ['ok', 'WARN', 'STALE', 'DEAD', 'none'] as const;
/** `none`: it never beat, as one that was not started. */
export type LivenessLevel = (typeof livenessLevels)[number];

/** Multiples of the interval between two beats from which on a level holds. */
export const livenessThresholds = { WARN: 3, STALE: 10, DEAD: 100 } as const;

const furthestAheadMs = 24 * 60 * 60_000;

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

/**
 * The level at `now`. A clock that was set back makes a heartbeat of the future, which counts as fresh unless it is more than a day
 * ahead: until then it would be unknown whether the worker is alive.
 */
export function livenessOf(sign: SignOfLife | undefined, now: number): LivenessLevel {
  if (sign === undefined) return 'none';
  if (sign.process === 'gone') return 'DEAD';
  if (sign.at - now > furthestAheadMs) return 'DEAD';
  const missed = (now - sign.at) / sign.intervalMs;
  if (missed >= livenessThresholds.DEAD) return 'DEAD';
  if (missed >= livenessThresholds.STALE) return 'STALE';
  return missed >= livenessThresholds.WARN ? 'WARN' : 'ok';
}

/** True while a worker does something in its lane: it has begun, has not submitted its work, and is not known to be dead. */
export function isAtWork(state: WorkerState, sign: SignOfLife | undefined, now: number): boolean {
  return (state === 'WORKING' || state === 'CONFLICTED') && livenessOf(sign, now) !== 'DEAD';
}

/** When the level changes next without a heartbeat, or a limit of its model is over, ms UTC; undefined when neither will. */
export function nextLivenessChange(sign: SignOfLife | undefined, now: number): number | undefined {
  const level = livenessOf(sign, now);
  if (sign === undefined || level === 'none') return undefined;
  const next = level === 'ok' ? 'WARN' : level === 'WARN' ? 'STALE' : 'DEAD';
  const worseAt = level === 'DEAD' ? Number.POSITIVE_INFINITY : sign.at + livenessThresholds[next] * sign.intervalMs;
  const resetsAt = sign.alert?.resetsAt ?? 0;
  const first = resetsAt > now ? Math.min(worseAt, resetsAt) : worseAt;
  return Number.isFinite(first) ? first : undefined;
}
