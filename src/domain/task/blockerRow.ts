import type { Provenance } from '../actor/provenance.js';

/** A blocker of a task as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface BlockerRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  /** ULID of the task. */
  readonly task_id: string;
  readonly description: string;
  readonly status: 'open' | 'resolved';
  readonly resolution: string | null;
  /** Null exactly while it is open. */
  readonly resolved_at: number | null;
  readonly created_at: number;
  readonly revision: number;
}
