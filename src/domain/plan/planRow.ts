import { json, link, name, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import type { Attestation, PlanAnalysis } from './plan.js';
import { planStatuses } from './planStatus.js';

/** Limits of one plan; sizes in UTF-8 bytes where they say bytes, else in characters; lists in entries. */
export const planLimits = {
  bytes: 512 * 1024,
  items: 1000,
  path: 1000,
  title: 300,
  itemId: 80,
  itemText: 500,
  note: 500,
  /** Entries of each list that an analysis keeps. */
  listed: 50,
} as const;

/** A registered plan. */
export const planDefinition = new RecordDefinition(
  'plans',
  {
    id: ulid,
    repository_id: repositoryId,
    /** Null for a plan of no task. */
    task_id: link('task').orNull,
    /** Relative to the worktree root: `.stateroom/plans/rate-limit.md`. Unique. */
    path: text(planLimits.path, 1),
    title: text(planLimits.title),
    /** Staleness is computed, never stored. */
    status: oneOf(planStatuses),
    /** SHA-256 of the text without its checkbox marks, when last registered or analysed. Shown as that of the text now. */
    content_hash: text(100).hidden,
    /** The same of the text that was accepted. */
    accepted_hash: text(100).orNull,
    accepted_at: time.orNull,
    accepted_by: name.orNull,
    /** The run whose pass accepted it. */
    review_run_id: link('reviewRun').orNull,
    /** What the last analysis found; null before the first. */
    analysis: json<PlanAnalysis>().orNull,
    /** What people vouched for. */
    attestations: json<Attestation[]>(),
    created_at: time,
    updated_at: time,
    revision,
  },
  { key: 'path' },
);
export type PlanRow = RowOf<typeof planDefinition>;
