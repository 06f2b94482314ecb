import type { WorkerState } from './workerState.js';

/** A worker as the store holds it, one for each lane; the names are the columns'. Times are integer ms UTC. */
export interface WorkerRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  readonly lane_id: string;
  readonly state: WorkerState;
  readonly state_changed_at: number;
  /** Who changed it last. */
  readonly changed_by: string;
  /** Counts retries, from 1. */
  readonly attempt: number;
  /** Who works, once it was started. */
  readonly agent: string | null;
  readonly harness: string | null;
  readonly session: string | null;
  /** Why it failed, was cancelled or sent back, or what is in conflict. */
  readonly reason: string | null;
  /** 1 when it failed because a person cancelled it, so that it can be restored. */
  readonly cancelled: number;
  /** The tip of its branch when it was handed to review, and so what an approval is for. */
  readonly submitted_sha: string | null;
  readonly approved_by: string | null;
  /** Where its files were kept when its worktree went: `refs/stateroom/rescue/…`. */
  readonly rescue_ref: string | null;
  readonly created_at: number;
  readonly revision: number;
}
