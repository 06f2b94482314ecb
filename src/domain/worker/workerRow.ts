import { flag, integer, link, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { workerStates } from './workerState.js';

/** A worker, one for each lane. */
export const workerDefinition = new RecordDefinition('workers', {
  id: ulid.hidden,
  repository_id: repositoryId,
  lane_id: link('lane').hidden,
  state: oneOf(workerStates),
  state_changed_at: time,
  /** Who changed it last. */
  changed_by: text(),
  /** Counts retries, from 1. */
  attempt: integer(),
  /** Who works, once it was started. */
  agent: text().orNull,
  harness: text().orNull,
  session: text().orNull.hidden,
  /** Why it failed, was cancelled or sent back, or what is in conflict. */
  reason: text().orNull,
  /** 1 when it failed because a person cancelled it, so that it can be restored. */
  cancelled: flag,
  /** The tip of its branch when it was handed to review, and so what an approval is for. */
  submitted_sha: text().orNull.as('submitted'),
  approved_by: text().orNull,
  /** Where its files were kept when its worktree went: `refs/stateroom/rescue/…`. */
  rescue_ref: text().orNull.hidden,
  created_at: time.hidden,
  revision: revision.hidden,
});
export type WorkerRow = RowOf<typeof workerDefinition>;
