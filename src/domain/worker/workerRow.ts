import { flag, integer, link, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { workerStates } from './workerState.js';

/** One per lane. */
export const workerDefinition = new RecordDefinition(
  'workers',
  {
    id: ulid.hidden,
    repository_id: repositoryId,
    lane_id: link('lane').hidden,
    state: oneOf(workerStates),
    state_changed_at: time,
    changed_by: text(),
    /** Starts at 1; incremented by retries. */
    attempt: integer(),
    agent: text().orNull,
    harness: text().orNull,
    session: text().orNull.hidden,
    /** Reason it failed, was cancelled or returned, or the conflict. */
    reason: text().orNull,
    /** 1 if a person cancelled it, so that it can be restored. */
    cancelled: flag,
    /** Tip of its branch when submitted; an approval applies to this commit. */
    submitted_sha: text().orNull.as('submitted'),
    approved_by: text().orNull,
    /** Backup of the files of its removed worktree: `refs/stateroom/rescue/…`. */
    rescue_ref: text().orNull.hidden,
    created_at: time.hidden,
    revision: revision.hidden,
  },
  { owner: 'lane' },
);
export type WorkerRow = RowOf<typeof workerDefinition>;
