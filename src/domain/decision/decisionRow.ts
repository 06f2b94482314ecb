import type { Provenance } from '../actor/provenance.js';

/** A decision as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface DecisionRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  /** ULID of the task. */
  readonly task_id: string;
  /** ULID of the slice it closes or belongs to. */
  readonly slice_id: string | null;
  /** By the grammar `<tag>_<kind>_<work ref>_<slug>`. Unique per task and session. */
  readonly decision: string;
  readonly rationale: string;
  readonly origin: 'agent' | 'human' | 'system';
  /** JSON array of paths. */
  readonly changed_files: string;
  readonly created_at: number;
}
