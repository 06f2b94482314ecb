import type { Provenance } from '../actor/provenance.js';
import type { SliceStatus } from './sliceStatus.js';

/** A slice as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface SliceRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  /** ULID of the task. */
  readonly task_id: string;
  readonly title: string;
  readonly status: SliceStatus;
  readonly test_command: string | null;
  /** What the test said before the work. */
  readonly red_evidence_id: string | null;
  /** The checklist item of the plan that it works on. */
  readonly plan_item: string | null;
  /** HEAD when it was started. */
  readonly base_sha: string | null;
  /** JSON array of paths. */
  readonly changed_files: string;
  /** The decision that closed it. */
  readonly decision_id: string | null;
  readonly started_at: number;
  readonly closed_at: number | null;
  readonly updated_at: number;
  readonly revision: number;
}
