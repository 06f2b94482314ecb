import type { PlanStatus } from './planStatus.js';

/** A registered plan as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface PlanRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  readonly task_id: string | null;
  /** Relative to the top of the worktree: `.stateroom/plans/rate-limit.md`. Unique. */
  readonly path: string;
  readonly title: string;
  /** Staleness is computed, never stored. */
  readonly status: PlanStatus;
  /** SHA-256 of the text without its checkbox marks, when last registered or analysed. */
  readonly content_hash: string;
  /** The same of the text that was accepted. */
  readonly accepted_hash: string | null;
  readonly accepted_at: number | null;
  readonly accepted_by: string | null;
  /** The run whose pass accepted it. */
  readonly review_run_id: string | null;
  /** JSON of what the last analysis found. */
  readonly analysis: string | null;
  /** JSON array of what people vouched for: item, note, by, at. */
  readonly attestations: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly revision: number;
}
