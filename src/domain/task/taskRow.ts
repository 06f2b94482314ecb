import { flag, link, name, numbered, oneOf, repositoryId, revision, sha, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { taskStatuses } from './taskStatus.js';

/** Limits of a task and its records: max characters of texts, entries of lists. */
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
  /** Work items per call. */
  workItems: 50,
  /** Files per call. */
  touchedFiles: 1000,
} as const;

export const taskDefinition = new RecordDefinition(
  'tasks',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('task'),
    /** Given by the caller or generated: `w12-rate-limit`. Unique, including archived tasks. */
    ref: text(taskLimits.ref, 1).as('name'),
    objective: text(taskLimits.objective, 1),
    focus: text(taskLimits.focus).orNull,
    status: oneOf(taskStatuses),
    /** 1: no plan and no slices; a single fresh evidence closes it. */
    light: flag,
    branch: text(1000).orNull,
    /** The branch it is compared with and merged into. */
    base_branch: text(1000).orNull.as('base'),
    /** Absolute path. */
    worktree_path: text().orNull.as('workTree'),
    /** Shown as the plan's path. */
    plan_id: link('plan').orNull,
    work_item_id: link('workItem').orNull,
    /** Last commit of its branch seen by a hook or operation. */
    observed_sha: sha.orNull.as('observedCommit'),
    created_by: name,
    updated_by: name,
    finished_at: time.orNull,
    archived_at: time.orNull,
    archive_note: text(taskLimits.note).orNull,
    created_at: time,
    updated_at: time,
    revision,
  },
  { key: 'ref', owner: 'task', word: 'task' },
);
export type TaskRow = RowOf<typeof taskDefinition>;
