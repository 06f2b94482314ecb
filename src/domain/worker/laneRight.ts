import { message } from '../../messages/message.js';
import type { Role } from '../actor/actor.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { nextItem, startWorker } from '../refusal/steps.js';

/** `begin`: start work in a lane; `goOn`: any other act as its worker. */
export type LaneAct = 'begin' | 'goOn';

export interface LaneStanding {
  readonly role: Role;
  /** The caller runs in the lane's worktree. */
  readonly isInside: boolean;
  /** The caller was started with the lane's environment. */
  readonly isStartedIn: boolean;
  /** The caller is the worker's agent, or its parent process. */
  readonly isAgent: boolean;
  /** The caller was the worker's agent before the lane was released or another agent started in it. */
  readonly wasAgent: boolean;
  /** Another agent is the worker's, and is at work. */
  readonly isHeld: boolean;
  readonly isSpawner: boolean;
  /** The lane has had no worker since it was opened or restarted. */
  readonly isUntouched: boolean;
  readonly isFree: boolean;
}

/**
 * A person may act in every lane; an agent in its own, and in one that it opened until another works there. If nobody
 * has started, or the agent that did is gone, an agent in the lane's worktree may begin, which makes the lane its own.
 */
export function mayActInLane(standing: LaneStanding, act: LaneAct): boolean {
  const { role, isInside, isStartedIn, isAgent, wasAgent, isHeld, isSpawner, isUntouched, isFree } = standing;
  if (role !== 'agent' || isAgent) return true;
  const isHere = (isInside || isStartedIn) && !isHeld;
  if (act === 'begin' && (isFree || isHere)) return true;
  if (act === 'goOn' && !wasAgent && (isHere || isStartedIn)) return true;
  return isSpawner && isUntouched;
}

export interface LaneActedIn {
  readonly name: string;
  readonly called: string;
  /** The agent that works in it; null if no one has started. */
  readonly agent: string | null;
  /** Time at which that agent started in it, ms UTC; undefined if unknown. */
  readonly since?: number | undefined;
  readonly spawner: string;
}

export function checkLaneRight(
  caller: string,
  lane: LaneActedIn,
  standing: LaneStanding,
  act: LaneAct,
): Refusal | undefined {
  if (mayActInLane(standing, act)) return undefined;
  const { name, called, agent, since, spawner } = lane;
  const isHere = standing.isInside || standing.isStartedIn;
  const whose =
    agent === null
      ? message('lanes.openedUnbegun', { spawner })
      : since === undefined
        ? message('lanes.hasAgent', { agent })
        : message('lanes.hasAgentSince', { agent, since: new Date(since).toISOString() });
  // An agent that is gone may be followed by one in its worktree.
  const mayBegin = standing.isFree || (isHere && !standing.isHeld);
  return refuse('not_allowed', message('lanes.notYours', { caller, lane: called, whose }), {
    hint: mayBegin ? message('lanes.beginOrAsk') : message('lanes.writeOrAsk'),
    next: mayBegin ? [startWorker(name)] : [nextItem, { operation: 'message.send', input: { to: name, text: '…' } }],
    details: { lane: name, agent, spawner },
  });
}
