import type { Actor } from '../domain/actor/actor.js';
import type { Transaction } from '../store/store.js';

export interface Act {
  readonly transaction: Transaction;
  readonly actor: Actor;
  /** ms UTC. */
  readonly now: number;
}

/** An event's content, as JSON. */
export type EventPayload = Readonly<Record<string, unknown>>;
