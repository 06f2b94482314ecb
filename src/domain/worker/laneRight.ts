import { message } from '../../messages/message.js';
import type { Role } from '../actor/actor.js';
import { type Refusal, refuse } from '../refusal/refusal.js';

/** `begin`: start work in a lane; `goOn`: any other act as its worker. */
export type LaneAct = 'begin' | 'goOn';

export interface LaneStanding {
  readonly role: Role;
  /** The caller runs in the lane's worktree, or was started with the lane's environment. */
  readonly isInside: boolean;
  /** The caller is the worker's agent, or its parent process. */
  readonly isAgent: boolean;
  readonly isSpawner: boolean;
  /** The lane has had no worker since it was opened or restarted. */
  readonly isUntouched: boolean;
  readonly isFree: boolean;
}

/**
 * A person may act in every lane; an agent in its own, and in one that it opened until another works there. If nobody
 * has started, any agent may begin, which makes the lane its own.
 */
export function mayActInLane(standing: LaneStanding, act: LaneAct): boolean {
  const { role, isInside, isAgent, isSpawner, isUntouched, isFree } = standing;
  if (role !== 'agent' || isInside || isAgent) return true;
  if (act === 'begin' && isFree) return true;
  return isSpawner && isUntouched;
}

export interface LaneActedIn {
  readonly name: string;
  readonly called: string;
  /** The agent that works in it; null if no one has started. */
  readonly agent: string | null;
  readonly spawner: string;
}

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
        : { operation: 'message.send', input: { to: name, text: '…' } },
    ],
    details: { lane: name, agent, spawner },
  });
}
