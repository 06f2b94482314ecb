import {
  flag,
  integer,
  link,
  numbered,
  oneOf,
  repositoryId,
  revision,
  text,
  texts,
  time,
  ulid,
} from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { closeReasons, laneStatuses } from './laneStatus.js';

export const laneDefinition = new RecordDefinition(
  'lanes',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('lane'),
    /** Format: of lane names; unique, and the name of its worker. */
    name: text().as('lane'),
    description: text().orNull,
    kind: oneOf(['implement', 'review']),
    status: oneOf(laneStatuses),
    /** Null exactly while it is not closed. */
    close_reason: oneOf(closeReasons).orNull,
    /** The task it belongs to. */
    task_id: link('task').orNull,
    /** The work item it is for. */
    work_item_id: link('workItem').orNull,
    branch: text(),
    /** The branch it started from and is merged into. */
    base_branch: text().as('base'),
    /** Where that was when the lane was opened. */
    base_sha: text().hidden,
    /** Absolute path of its worktree. */
    worktree_path: text(),
    /** Globs; empty: the whole repository. */
    owned_paths: texts(),
    /** Who commits, rebases and pushes in it: its agent, or Stateroom's operations alone. */
    git_writes: oneOf(['agent', 'host']),
    /** 1 if the worktree existed before and was adopted; Stateroom never removes it. */
    adopted: flag,
    /** First port of its block; null for none. */
    port_first: integer().orNull.as('port'),
    port_count: integer().hidden,
    /** Who is to work in it, and with what; null until that is known. */
    owner: text().orNull,
    backend: text().orNull.as('agent'),
    model: text().orNull,
    effort: text().orNull,
    /** What was merged; null exactly until it is. */
    merged_sha: text().orNull.as('merged'),
    created_by: text().hidden,
    created_at: time,
    updated_at: time,
    revision,
  },
  { counter: 'lane', key: 'name' },
);
export type LaneRow = RowOf<typeof laneDefinition>;

/** `lane_id` starts when `after_id` is merged. */
export interface LaneDependencyRow {
  readonly repository_id: string;
  readonly lane_id: string;
  readonly after_id: string;
  readonly created_at: number;
}
