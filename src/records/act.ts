import type { Actor } from '../domain/actor/actor.js';
import type { Transaction } from '../store/store.js';

export interface Act {
  readonly transaction: Transaction;
  readonly actor: Actor;
  /** ms UTC. */
  readonly now: number;
}

export type EventPayload = Readonly<Record<string, unknown>>;
