import type { Role } from '../actor/actor.js';

/** An event as stored; field names match the columns. Times are integer ms UTC, JSON is text. */
export interface EventRow {
  readonly repository_id: string;
  /** From a counter of the repository, so in commit order on every engine. */
  readonly id: number;
  readonly ts: number;
  readonly type: string;
  readonly actor: string | null;
  readonly role: Role | null;
  readonly harness: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  readonly session: string | null;
  readonly lane: string | null;
  readonly work_item_id: string | null;
  /** ULID of the task. */
  readonly task_id: string | null;
  /** JSON object. */
  readonly payload: string;
}

/** An event to write; the repository assigns its id. */
export type NewEvent = Omit<EventRow, 'repository_id' | 'id'>;

export interface EventView extends EventRow {
  readonly work_item_number: number | null;
}
