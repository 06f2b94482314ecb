import type { Provenance } from '../actor/provenance.js';

/** A next action of a task as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface NextActionRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  /** ULID of the task. */
  readonly task_id: string;
  readonly action: string;
  /** Smaller comes first; 100 when nothing was said. */
  readonly priority: number;
  readonly status: 'pending' | 'done' | 'skipped';
  readonly note: string | null;
  readonly ended_at: number | null;
  readonly created_at: number;
  readonly revision: number;
}
