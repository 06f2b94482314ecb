import { flag, link, name, numbered, oneOf, repositoryId, revision, sha, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { taskStatuses } from './taskStatus.js';

/** Limits of a task and of what belongs to it, in characters; lists in entries. */
export const taskLimits = {
  ref: 60,
  slug: 40,
  objective: 2000,
  focus: 1000,
  branch: 200,
  note: 1000,
  blocker: 1000,
  action: 500,
  path: 1000,
  /** Work items of one call. */
  workItems: 50,
  /** Files of one call. */
  touchedFiles: 1000,
} as const;

export const taskDefinition = new RecordDefinition(
  'tasks',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('task'),
    /** The name a caller gave or that follows from the objective: `w12-rate-limit`. Unique, also among archived tasks. */
    ref: text(taskLimits.ref, 1).as('name'),
    objective: text(taskLimits.objective, 1),
    /** What is being worked on now. */
    focus: text(taskLimits.focus).orNull,
    status: oneOf(taskStatuses),
    /** 1: no plan, no slices; one fresh evidence closes it. */
    light: flag,
    branch: text(1000).orNull,
    /** What it is judged against and merged into. */
    base_branch: text(1000).orNull.as('base'),
    /** Absolute path of the worktree it is in. */
    worktree_path: text().orNull.as('workTree'),
    /** Its registered plan, shown as its path. */
    plan_id: link('plan').orNull,
    /** The work item it does. */
    work_item_id: link('workItem').orNull,
    /** The last commit of its branch that a hook or an operation saw. */
    observed_sha: sha.orNull.as('observedCommit'),
    created_by: name,
    updated_by: name,
    finished_at: time.orNull,
    /** Null while it is not archived. */
    archived_at: time.orNull,
    archive_note: text(taskLimits.note).orNull,
    created_at: time,
    updated_at: time,
    revision,
  },
  { counter: 'task', key: 'ref' },
);
export type TaskRow = RowOf<typeof taskDefinition>;
