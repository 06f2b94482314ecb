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
    /** Unique, and the name of its worker; format of lane names. */
    name: text().as('lane'),
    description: text().orNull,
    kind: oneOf(['implement', 'review']),
    status: oneOf(laneStatuses),
    /** Null until closed. */
    close_reason: oneOf(closeReasons).orNull,
    task_id: link('task').orNull,
    work_item_id: link('workItem').orNull,
    branch: text(),
    /** The branch it started from and merges into. */
    base_branch: text().as('base'),
    /** Commit of `base_branch` when the lane was opened. */
    base_sha: text().hidden,
    /** Absolute path. */
    worktree_path: text(),
    /** Globs; if empty, the whole repository. */
    owned_paths: texts(),
    /** `agent` may commit, rebase and push in it; `host`: only Stateroom's operations do. */
    git_writes: oneOf(['agent', 'host']),
    /** 1 if the worktree existed before and was adopted; Stateroom never removes it. */
    adopted: flag,
    /** First port of its block; null for none. */
    port_first: integer().orNull.as('port'),
    port_count: integer().hidden,
    /** Intended worker and its agent; null until known. */
    owner: text().orNull,
    backend: text().orNull.as('agent'),
    model: text().orNull,
    effort: text().orNull,
    merged_sha: text().orNull.as('merged'),
    created_by: text().hidden,
    created_at: time,
    updated_at: time,
    revision,
  },
  { key: 'name', owner: 'lane' },
);
export type LaneRow = RowOf<typeof laneDefinition>;

/** `lane_id` starts when `after_id` is merged. */
export interface LaneDependencyRow {
  readonly repository_id: string;
  readonly lane_id: string;
  readonly after_id: string;
  readonly created_at: number;
}
