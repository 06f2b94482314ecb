import type { CloseReason, LaneStatus } from './laneStatus.js';

/** A lane as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface LaneRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; `L-3`. */
  readonly number: number;
  /** By the grammar of lane names; unique, and the name of its worker. */
  readonly name: string;
  readonly description: string | null;
  readonly kind: 'implement' | 'review';
  readonly status: LaneStatus;
  /** Null exactly while it is not closed. */
  readonly close_reason: CloseReason | null;
  /** ULID of the task it belongs to. */
  readonly task_id: string | null;
  /** ULID of the work item it is for. */
  readonly work_item_id: string | null;
  readonly branch: string;
  /** The branch it started from and is merged into. */
  readonly base_branch: string;
  /** Where that was when the lane was opened. */
  readonly base_sha: string;
  /** Absolute path of its worktree. */
  readonly worktree_path: string;
  /** JSON array of globs; empty: the whole repository. */
  readonly owned_paths: string;
  /** Who commits, rebases and pushes in it: its agent, or Stateroom's operations alone. */
  readonly git_writes: 'agent' | 'host';
  /** 1 when the worktree was there before and was only taken over: then its removal is nobody's business but its maker's. */
  readonly adopted: number;
  /** First port of its block; null for none. */
  readonly port_first: number | null;
  readonly port_count: number;
  /** Who is to work in it, and with what; null until that is known. */
  readonly owner: string | null;
  readonly backend: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** What was merged; null exactly until it is. */
  readonly merged_sha: string | null;
  readonly created_by: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly revision: number;
}

/** `lane_id` starts when `after_id` is merged. */
export interface LaneDependencyRow {
  readonly repository_id: string;
  readonly lane_id: string;
  readonly after_id: string;
  readonly created_at: number;
}
