import type { Provenance } from '../actor/provenance.js';
import type { ReviewVerdict } from './reviewVerdict.js';

/** A review run as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface ReviewRunRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  readonly task_id: string | null;
  /** The caller's own id. Unique per repository. */
  readonly key: string | null;
  /** A path, or a branch for a branch review. */
  readonly subject_path: string;
  readonly subject_kind: 'task_plan' | 'epic' | 'branch' | 'adr' | 'roadmap' | 'other';
  readonly mode: 'branch' | 'planning' | 'release_audit';
  readonly status: 'started' | 'recorded';
  /** Null while the run is started. */
  readonly verdict: ReviewVerdict | null;
  readonly summary: string | null;
  /** JSON array of the paths that were read. */
  readonly covered_files: string;
  /** What was reviewed: tree hash of a branch, content hash of a plan. */
  readonly subject_hash: string | null;
  /** The decision that holds the verdict. */
  readonly decision_id: string | null;
  readonly request_changes: 0 | 1;
  readonly started_at: number;
  readonly reviewed_at: number | null;
  readonly revision: number;
}
