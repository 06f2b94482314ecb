import type { Provenance } from '../actor/provenance.js';

/** What an agent kept when its context was compacted, as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface CompactionRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** ULID of the task. */
  readonly task_id: string;
  /** `C-<task ref>-0001`. */
  readonly key: string;
  readonly turn_range: string | null;
  /** JSON object. */
  readonly summary: string;
  /** Prose that found no place in the summary. */
  readonly residual: string | null;
  /** An estimate. */
  readonly tokens_saved: number | null;
  readonly created_at: number;
}
