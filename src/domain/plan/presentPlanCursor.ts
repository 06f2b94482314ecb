import type { PlanCursor } from './planCursor.js';
import type { PlanCursorRow } from './planCursorRow.js';

/** A stored plan cursor as every surface shows it; `task` is the ref of its task. */
export function presentPlanCursor(row: Omit<PlanCursorRow, 'repository_id'>, task: string): PlanCursor {
  return {
    id: row.id,
    task,
    item: row.plan_item,
    state: row.state,
    lane: row.lane,
    heading: row.heading,
    summary: row.summary,
    dispatchCount: row.dispatch_count,
    dispatchedAt: new Date(row.dispatched_at).toISOString(),
    completedAt: row.completed_at === null ? null : new Date(row.completed_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    revision: row.revision,
  };
}
