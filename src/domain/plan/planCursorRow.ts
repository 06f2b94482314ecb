import type { PlanCursorState } from './planCursorState.js';

/** Where work on one item of a plan stands, as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface PlanCursorRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** ULID of the task. */
  readonly task_id: string;
  /** Unique per task. */
  readonly plan_item: string;
  readonly state: PlanCursorState;
  readonly lane: string | null;
  readonly heading: string | null;
  readonly summary: string | null;
  readonly dispatch_count: number;
  readonly dispatched_at: number;
  readonly completed_at: number | null;
  readonly updated_at: number;
  readonly revision: number;
}
