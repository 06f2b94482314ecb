import type { Provenance } from '../actor/provenance.js';
import type { EvidenceGrade } from './evidenceGrade.js';

/** A proof as the store holds it; its output is a file beside the store; the names are the columns'. Times are integer ms UTC. */
export interface EvidenceRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  /** ULID of the task, null for proofs that belong to none. */
  readonly task_id: string | null;
  readonly slice_id: string | null;
  /** As typed, secrets redacted. */
  readonly command: string;
  /** Where it ran, relative to the top of the worktree; empty at the top. */
  readonly directory: string;
  /** Null when it was ended by a signal or never said. */
  readonly exit_code: number | null;
  readonly passed: 0 | 1;
  /** One line of verdict, at most 280 characters. */
  readonly result: string | null;
  readonly grade: EvidenceGrade;
  /** Git tree of what was judged, without Stateroom's own files; null when unknown. */
  readonly tree_hash: string | null;
  /** SHA-256 of the whole output, in hex. */
  readonly log_hash: string | null;
  readonly log_bytes: number | null;
  /** Name of the file below the store's `evidence` folder. */
  readonly log_file: string | null;
  /** JSON of what makes a `ci` proof checkable. */
  readonly receipt: string | null;
  readonly duration_ms: number | null;
  readonly started_at: number;
  readonly created_at: number;
}
