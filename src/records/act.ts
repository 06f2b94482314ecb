import type { Actor } from '../domain/actor/actor.js';
import type { Transaction } from '../store/store.js';

/** A change of the store: who makes it, and when. */
export interface Act {
  readonly transaction: Transaction;
  readonly actor: Actor;
  /** ms UTC. */
  readonly now: number;
}

/** What an event tells, as JSON. */
export type EventPayload = Readonly<Record<string, unknown>>;
