import type { core } from 'zod';
import { roles } from '../actor/actor.js';
import {
  integer,
  json,
  link,
  name,
  numbered,
  oneOf,
  real,
  repositoryId,
  revision,
  text,
  texts,
  time,
  ulid,
} from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { type WorkItemStatus, workItemStatuses } from './workItemStatus.js';

export const workItemDefinition = new RecordDefinition(
  'work_items',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('workItem'),
    /** The caller's own id. Unique per repository. */
    key: text().orNull,
    title: text(),
    kind: text(),
    status: oneOf(workItemStatuses),
    priority: integer(),
    /** Place within the priority: smaller comes first, new items have 0. */
    rank: real,
    /** JSON of any kind. */
    payload: json<core.util.JSONType>(),
    /** As typed, each once without regard to case. */
    labels: texts(),
    owner: text().orNull,
    owner_role: oneOf(roles).orNull,
    /** Fencing token: grows by one with each claim; a write that carries an older one is refused. */
    token: integer(0),
    /** Null outside in_flight and for a claim that never runs out; shown with heartbeats counted. */
    lease_until: time.orNull.hidden,
    not_before: time.orNull,
    due_at: time.orNull.as('due'),
    /** `due_at`, or `noDue` so that items without a due date sort last on every engine. */
    due_sort: time.hidden,
    /**
     * How many work items it waits for that are not done: its own dependencies, and those of what it is a part of (`heldBySql` says
     * which of these). Counted anew in the transaction that changes it. Version 0.1.0 knows no parents and adds and subtracts as its own
     * dependencies change: never below zero, for these are always counted, but parts keep their count until it is counted anew.
     */
    open_dependencies: integer().hidden,
    question: text().orNull,
    answer: text().orNull,
    /** Text as given, or the JSON of an object after `annotate`. */
    notes: text().orNull.hidden,
    queued_by: text().orNull,
    claimed_at: time.orNull,
    resolved_at: time.orNull,
    created_at: time,
    updated_at: time,
    revision,
    /** Who is to do it: a name as actors have it. */
    assignee: name.orNull,
    /** The item that it is a part of. */
    parent_id: link('workItem').orNull,
    /** The light task that does it beside its own work item; it stays when that has ended. */
    task_id: link('task').orNull.hidden,
  },
  { counter: 'work_item', key: 'key' },
);
export type WorkItemRow = RowOf<typeof workItemDefinition>;

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
  /** What the item is a part of and depends on this; undefined for the item's own dependency. */
  readonly through?: Pick<WorkItemRow, 'number' | 'title'>;
}
