import type { Role } from '../actor/actor.js';
import type { WorkItemStatus } from './workItemStatus.js';

/**
 * A work item as the store holds it; the names are the columns'. Times are integer ms UTC, JSON is text. What surfaces
 * show is made from it by `presentWorkItem`.
 */
export interface WorkItemRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** 12 of `W-12`. */
  readonly number: number;
  /** The caller's own id. */
  readonly key: string | null;
  readonly title: string;
  readonly kind: string;
  readonly status: WorkItemStatus;
  readonly priority: number;
  /** Place within the priority: smaller comes first, new items have 0. */
  readonly rank: number;
  /** JSON of any kind. */
  readonly payload: string;
  /** JSON array of strings, lower case. */
  readonly labels: string;
  readonly owner: string | null;
  readonly owner_role: Role | null;
  /** Grows by one with each claim. */
  readonly token: number;
  /** Null outside in_flight and for a claim that never runs out. */
  readonly lease_until: number | null;
  readonly not_before: number | null;
  readonly due_at: number | null;
  /** `due_at`, or `noDue` so that items without a due date sort last on every engine. */
  readonly due_sort: number;
  /** How many dependencies are not done; kept up in the transaction that changes it. */
  readonly open_dependencies: number;
  readonly question: string | null;
  readonly answer: string | null;
  /** Text as given, or the JSON of an object after `annotate`. */
  readonly notes: string | null;
  readonly queued_by: string | null;
  readonly claimed_at: number | null;
  readonly resolved_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly revision: number;
}

/** What a transition changes; the repository adds the revision and the guard. */
export type WorkItemChange = Partial<
  Omit<WorkItemRow, 'id' | 'repository_id' | 'number' | 'key' | 'created_at' | 'revision'>
>;

/** A dependency of a work item, with what is shown of the item it points to. */
export interface DependencyRow {
  readonly work_item_id: string;
  readonly depends_on_id: string;
  readonly number: number;
  readonly title: string;
  readonly status: WorkItemStatus;
}
