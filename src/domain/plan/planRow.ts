import { json, link, name, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import type { Attestation, PlanAnalysis } from './plan.js';
import { planStatuses } from './planStatus.js';

/** Max characters of texts, UTF-8 bytes for limits named so, and entries of lists. */
export const planLimits = {
  bytes: 512 * 1024,
  items: 1000,
  path: 1000,
  title: 300,
  itemId: 80,
  itemText: 500,
  note: 500,
  /** Max entries of each list in an analysis. */
  listed: 50,
} as const;

export const planDefinition = new RecordDefinition(
  'plans',
  {
    id: ulid,
    repository_id: repositoryId,
    task_id: link('task').orNull,
    /** Relative to the worktree root: `.stateroom/plans/rate-limit.md`. Unique. */
    path: text(planLimits.path, 1),
    title: text(planLimits.title),
    /** Staleness is computed, never stored. */
    status: oneOf(planStatuses),
    /** SHA-256 without checkbox marks, as last registered or analyzed; shown as that of the current text. */
    content_hash: text(100).hidden,
    accepted_hash: text(100).orNull,
    accepted_at: time.orNull,
    accepted_by: name.orNull,
    /** The run whose pass accepted it. */
    review_run_id: link('reviewRun').orNull,
    /** Result of the last analysis; null before the first. */
    analysis: json<PlanAnalysis>().orNull,
    attestations: json<Attestation[]>(),
    created_at: time,
    updated_at: time,
    revision,
  },
  { key: 'path', owner: 'task', word: 'plan', portable: true },
);
export type PlanRow = RowOf<typeof planDefinition>;
