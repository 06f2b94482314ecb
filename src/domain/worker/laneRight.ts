import { message } from '../../messages/message.js';
import type { Role } from '../actor/actor.js';
import { type Refusal, refuse } from '../refusal/refusal.js';

/** The requested act: to begin in a lane, or to act as its worker in any other way. */
export type LaneAct = 'begin' | 'goOn';

/** The relation of a caller to a lane. */
export interface LaneStanding {
  readonly role: Role;
  /** It is in the lane's worktree, or was started with the lane's environment. */
  readonly isInside: boolean;
  /** The caller is the worker's agent, or its parent process. */
  readonly isAgent: boolean;
  /** It opened the lane. */
  readonly isSpawner: boolean;
  /** No one has begun in the lane since it was opened, or was begun again. */
  readonly isUntouched: boolean;
  /** Its worker waits for someone to begin. */
  readonly isFree: boolean;
}

/**
 * Whether someone may act in a lane. A person may in each; an agent in the one where it works, and in one that it opened for
 * as long as no one works there. Where no one has begun, any agent may begin: that is how it becomes the lane's own.
 */
export function mayActInLane(standing: LaneStanding, act: LaneAct): boolean {
  const { role, isInside, isAgent, isSpawner, isUntouched, isFree } = standing;
  if (role !== 'agent' || isInside || isAgent) return true;
  if (act === 'begin' && isFree) return true;
  return isSpawner && isUntouched;
}

/** A lane that someone acts in. */
export interface LaneActedIn {
  readonly name: string;
  /** `L-3 (login)` */
  readonly called: string;
  /** Who works in it; null when no one has begun. */
  readonly agent: string | null;
  /** Who opened it. */
  readonly spawner: string;
}

/** Refuses an act in a lane where others work; undefined when `mayActInLane`. */
export function checkLaneRight(
  caller: string,
  lane: LaneActedIn,
  standing: LaneStanding,
  act: LaneAct,
): Refusal | undefined {
  if (mayActInLane(standing, act)) return undefined;
  const { name, called, agent, spawner } = lane;
  const whose = agent === null ? message('lanes.openedUnbegun', { spawner }) : message('lanes.hasAgent', { agent });
  return refuse('not_allowed', message('lanes.notYours', { caller, lane: called, whose }), {
    hint: standing.isFree ? message('lanes.beginOrAsk') : message('lanes.writeOrAsk'),
    next: [
      standing.isFree
        ? { operation: 'worker.start', input: { lane: name } }
        : { operation: 'message.send', input: { to: name } },
    ],
    details: { lane: name, agent, spawner },
  });
}
