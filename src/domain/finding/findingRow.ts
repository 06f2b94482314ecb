import type { Provenance } from '../actor/provenance.js';
import type { FindingSeverity } from './findingSeverity.js';
import type { FindingStatus } from './findingStatus.js';

/** A finding as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface FindingRow extends Provenance {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  /** Null for a finding about the whole repository. */
  readonly task_id: string | null;
  /** The caller's own id. Unique per repository. */
  readonly key: string | null;
  readonly severity: FindingSeverity;
  readonly status: FindingStatus;
  readonly mode: 'branch' | 'planning' | 'release_audit';
  /** Relative to the top of the worktree, with `/`. */
  readonly path: string;
  /** From 1; null for the whole file. */
  readonly line_start: number | null;
  /** Inclusive; equal to `line_start` for one line. */
  readonly line_end: number | null;
  readonly text: string;
  /** What the reviewer proposes. */
  readonly fix: string | null;
  /** JSON of blob and, for lines, surrounding text, see `anchor.ts`. */
  readonly anchor: string | null;
  /** Tells the same remark again; see `fingerprint.ts`. */
  readonly fingerprint: string;
  /** The tool's rule id. */
  readonly rule: string | null;
  /** The tool that found it, null for a reviewer. */
  readonly tool: string | null;
  /** A command that fails while the finding stands. */
  readonly repro: string | null;
  readonly repro_state: 'unproven' | 'proven' | null;
  readonly review_run_id: string | null;
  /** The work item made from it. */
  readonly work_item_id: string | null;
  /** Why it ended as it did, at most 500 characters. */
  readonly note: string | null;
  readonly fixed_sha: string | null;
  readonly fix_evidence_id: string | null;
  /** Branch on which it was resolved or into which it was integrated. */
  readonly resolved_ref: string | null;
  readonly resolved_by: string | null;
  readonly resolved_at: number | null;
  /** ULID of the finding that took its place. */
  readonly superseded_by: string | null;
  readonly reopen_count: number;
  readonly reopen_reason: string | null;
  readonly reopened_at: number | null;
  /** JSON array of refs that were merged into it. */
  readonly merged_from: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly revision: number;
}
