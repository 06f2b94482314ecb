import type { Actor } from '../domain/actor/actor.js';
import type { Clock } from '../platform/clock.js';
import type { IdSource } from '../platform/idSource.js';
import type { Log } from '../platform/log.js';
import type { Store } from '../store/store.js';

/** All that an operation may touch. Built once per call by a surface's compose.ts. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly actor: Actor;
  readonly log: Log;
  /** Settings that operations read; surfaces resolve the layers. */
  readonly settings: OperationSettings;
  /** Ends long work early; nothing half done is left behind. */
  readonly signal?: AbortSignal;
  /** Reports how far long work is; `done` of `total` in units of the work, total unknown = undefined. */
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
}

export interface OperationSettings {
  /** Lease given to an agent's claim, in ms. */
  readonly leaseMs: number;
  /** Age after which an in_flight item without a lease counts as stale for `replay`, in ms. */
  readonly staleMs: number;
}
