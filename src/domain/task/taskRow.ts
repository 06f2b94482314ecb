import type { TaskStatus } from './taskStatus.js';

/** A task as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface TaskRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository; shown with the prefix of its kind. */
  readonly number: number;
  /** The name a caller gave or that follows from the objective: `w12-rate-limit`. Unique, also among archived tasks. */
  readonly ref: string;
  readonly objective: string;
  readonly focus: string | null;
  readonly status: TaskStatus;
  /** 1: no plan, no slices; one proof closes it. */
  readonly light: 0 | 1;
  readonly branch: string | null;
  /** What it is judged against and merged into. */
  readonly base_branch: string | null;
  /** Absolute path of the worktree it lives in. */
  readonly worktree_path: string | null;
  /** ULID of its registered plan. */
  readonly plan_id: string | null;
  readonly work_item_id: string | null;
  /** The last commit of its branch that a hook or an operation saw. */
  readonly observed_sha: string | null;
  readonly created_by: string;
  readonly updated_by: string;
  readonly finished_at: number | null;
  /** Null while it is not archived. */
  readonly archived_at: number | null;
  readonly archive_note: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly revision: number;
}
