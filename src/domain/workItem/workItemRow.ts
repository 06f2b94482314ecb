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
import { questionsColumn } from './question.js';
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
    /** Position within the priority: smaller comes first, new items have 0. */
    rank: real,
    payload: json<core.util.JSONType>(),
    /** As typed; unique ignoring case. */
    labels: texts(),
    owner: text().orNull,
    owner_role: oneOf(roles).orNull,
    /** Fencing token, incremented by each claim; writes with an older one are refused. */
    token: integer(0),
    /** Null outside in_flight and for a claim without lease; shown with heartbeats included. */
    lease_until: time.orNull.hidden,
    not_before: time.orNull,
    due_at: time.orNull.as('due'),
    /** `due_at`, or `noDue`, so that items without a due date sort last on every engine. */
    due_sort: time.hidden,
    /**
     * Unfinished dependencies, including those of parents (see `heldBySql`); recounted in each transaction that changes it.
     * Version 0.1.0 ignores parents and adds and subtracts: never below zero, but parts keep their count until recounted.
     */
    open_dependencies: integer().hidden,
    question: text().orNull,
    answer: text().orNull,
    /** Text, or a JSON object after `annotate`. */
    notes: text().orNull.hidden,
    queued_by: text().orNull,
    claimed_at: time.orNull,
    resolved_at: time.orNull,
    created_at: time,
    updated_at: time,
    revision,
    assignee: name.orNull,
    parent_id: link('workItem').orNull,
    /** The light task that does it along with the task's own work item; kept after the task has ended. */
    task_id: link('task').orNull.hidden,
    /** Questions and answers with their choices; see `questionsOf`. */
    questions: questionsColumn,
  },
  { key: 'key', owner: 'workItem', word: 'item' },
);
export type WorkItemRow = RowOf<typeof workItemDefinition>;

/** Changes of a transition; the repository adds the revision and the guard. */
export type WorkItemChange = Partial<
  Omit<WorkItemRow, 'id' | 'repository_id' | 'number' | 'key' | 'created_at' | 'revision'>
>;

export interface DependencyRow {
  readonly work_item_id: string;
  readonly depends_on_id: string;
  readonly number: number;
  readonly title: string;
  readonly status: WorkItemStatus;
  /** The parent that has the dependency; undefined for the item's own. */
  readonly through?: Pick<WorkItemRow, 'number' | 'title'>;
}
