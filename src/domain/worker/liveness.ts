import { ageOf, maxSkewMs } from '../time/age.js';
import type { LogAlert } from './logAlert.js';
import { isStopped, type WorkerRun } from './workerRun.js';
import type { WorkerState } from './workerState.js';

/** Liveness of a worker that should be at work. Computed at each read, so that no one has to record it. */
export const livenessLevels = ['ok', 'WAITING', 'WARN', 'STALE', 'DEAD', 'none'] as const;
/** `WAITING`: it asked a person and has no answer yet. `none`: no heartbeat that counts, as before the start. */
export type LivenessLevel = (typeof livenessLevels)[number];

/** Level by the age of the last heartbeat, in heartbeat intervals. */
export const livenessThresholds = { WARN: 3, STALE: 10, DEAD: 100 } as const;

/** Expected interval of a worker that promised none, in ms: an agent may think, or run tests, for minutes. */
export const singleHeartbeatMs = 60_000;

export interface LastHeartbeat {
  /** Time of the last heartbeat, ms UTC. */
  readonly at: number;
  /** Promised interval, in ms. */
  readonly intervalMs: number;
  /** State of its process: `gone` only if proven; `stopped` while suspended, as by Ctrl+Z. */
  readonly process: 'alive' | 'stopped' | 'gone' | 'unknown';
  readonly run?: WorkerRun;
  readonly alert?: LogAlert;
}

export interface LivenessFacts {
  readonly state: WorkerState;
  /** Start of that state, ms UTC. */
  readonly stateSince: number;
  readonly heartbeat: LastHeartbeat | undefined;
  /** Time of its agent's last call, write or hook, ms UTC. */
  readonly seenAt?: number | undefined;
  /** Path of its worktree, if that was removed by other means. */
  readonly goneTree?: string | undefined;
  /** Act of the agent that Stateroom runs in it, one line, with its time, ms UTC. */
  readonly doing?: { readonly line: string; readonly at: number } | undefined;
  /** Start of its silence, ms UTC, while its program runs without a word. */
  readonly silentSince?: number | undefined;
  /** True while a person has not answered its question. */
  readonly isAsking?: boolean | undefined;
}

export interface Health {
  readonly level: LivenessLevel;
  /** The latest heartbeat of this attempt that is not dated ahead. */
  readonly heartbeat: LastHeartbeat | undefined;
  /** Time of the next change of level without new events, or end of a model limit, ms UTC; undefined for neither. */
  readonly changesAt: number | undefined;
  /** Time of a heartbeat that is ignored because it is dated ahead, ms UTC. */
  readonly aheadAt: number | undefined;
}

/** Computes a worker's health at `now`: the single source for views, lists, rules and notifications. */
export function healthOf(facts: LivenessFacts, now: number): Health {
  const heartbeat = countedHeartbeat(facts, now);
  const isAhead = facts.heartbeat !== undefined && ageOf(facts.heartbeat.at, now) === undefined;
  const aheadAt = isAhead && heartbeat?.at !== facts.heartbeat?.at ? facts.heartbeat?.at : undefined;
  // Before the start and after submission, no heartbeat is expected.
  if (!isBegun(facts.state)) return { level: 'none', heartbeat, changesAt: undefined, aheadAt: undefined };
  // Without its worktree, even an active agent cannot work.
  if (facts.goneTree !== undefined) return { level: 'DEAD', heartbeat, changesAt: undefined, aheadAt: undefined };
  if (heartbeat?.process === 'gone' && heartbeat.run !== undefined && isStopped(heartbeat.run))
    return { level: 'none', heartbeat: undefined, changesAt: undefined, aheadAt: undefined };
  if (facts.heartbeat?.process === 'gone' && (heartbeat === undefined || heartbeat.process === 'gone'))
    return {
      level: 'DEAD',
      heartbeat: heartbeat ?? facts.heartbeat,
      changesAt: resetOf(facts.heartbeat, now),
      aheadAt: undefined,
    };
  // A person may take their time; the answer is recorded, so the worker need not keep polling.
  if (facts.isAsking === true) return { level: 'WAITING', heartbeat, changesAt: undefined, aheadAt: undefined };
  const changesAt =
    heartbeat === undefined && aheadAt !== undefined ? aheadAt - maxSkewMs : nextLivenessChange(heartbeat, now);
  return { level: livenessOf(heartbeat, now), heartbeat, changesAt, aheadAt };
}

/** Returns the latest heartbeat that counts. Before an attempt has begun, earlier signs belong to the previous one. */
function countedHeartbeat(
  { state, stateSince, heartbeat, seenAt }: LivenessFacts,
  now: number,
): LastHeartbeat | undefined {
  const isOfAttempt = (at: number): boolean => state !== 'ASSIGNED' || at >= stateSince;
  const counts = (at: number): boolean => isOfAttempt(at) && ageOf(at, now) !== undefined;
  const own = heartbeat !== undefined && isOfAttempt(heartbeat.at) ? heartbeat : undefined;
  const beat = own !== undefined && counts(own.at) ? own : undefined;
  if (seenAt === undefined || !counts(seenAt) || (beat !== undefined && beat.at >= seenAt)) return beat;
  if (own === undefined)
    return { at: seenAt, intervalMs: heartbeat?.intervalMs ?? singleHeartbeatMs, process: 'unknown' };
  // A heartbeat after the program has ended: it continued by other means.
  const endedBy = own.run?.end?.at ?? own.at + own.intervalMs;
  return { ...own, at: seenAt, process: own.process === 'gone' && seenAt > endedBy ? 'unknown' : own.process };
}

export function livenessOf(heartbeat: LastHeartbeat | undefined, now: number): LivenessLevel {
  if (heartbeat === undefined) return 'none';
  if (heartbeat.process === 'gone') return 'DEAD';
  const age = ageOf(heartbeat.at, now);
  if (age === undefined) return 'none';
  const missed = age / heartbeat.intervalMs;
  if (missed >= livenessThresholds.DEAD) return 'DEAD';
  if (missed >= livenessThresholds.STALE) return 'STALE';
  return missed >= livenessThresholds.WARN ? 'WARN' : 'ok';
}

/** True after a worker has begun and before it submits. */
export function isBegun(state: WorkerState): boolean {
  return state === 'WORKING' || state === 'CONFLICTED';
}

function nextLivenessChange(heartbeat: LastHeartbeat | undefined, now: number): number | undefined {
  const level = livenessOf(heartbeat, now);
  if (heartbeat === undefined || level === 'none') return undefined;
  const resetsAt = resetOf(heartbeat, now);
  if (level === 'DEAD') return resetsAt;
  const next = level === 'ok' ? 'WARN' : level === 'WARN' ? 'STALE' : 'DEAD';
  const worseAt = heartbeat.at + livenessThresholds[next] * heartbeat.intervalMs;
  return resetsAt === undefined ? worseAt : Math.min(worseAt, resetsAt);
}

function resetOf({ alert }: LastHeartbeat, now: number): number | undefined {
  const resetsAt = alert?.resetsAt ?? undefined;
  return resetsAt !== undefined && resetsAt > now ? resetsAt : undefined;
}
