import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import {
  link,
  numbered,
  oneOf,
  parent,
  repositoryId,
  revision,
  sha,
  text,
  texts,
  time,
  ulid,
} from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { sliceStatuses } from './sliceStatus.js';

/** Limits of one slice: characters of texts, entries of lists. */
export const sliceLimits = { title: 200, testCommand: 2000, planItem: 200, path: 1000, changedFiles: 2000 } as const;

export const sliceDefinition = new RecordDefinition(
  'slices',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('slice'),
    task_id: parent('task'),
    title: text(sliceLimits.testCommand, 1),
    status: oneOf(sliceStatuses),
    test_command: text(sliceLimits.testCommand).orNull,
    /** Result of the test before the work. */
    red_evidence_id: link('evidence').orNull,
    /** The checklist item of the plan that it works on. */
    plan_item: text(sliceLimits.planItem).orNull,
    /** Full id of HEAD when it was started. */
    base_sha: sha.orNull.as('base'),
    /** Relative to the worktree root. */
    changed_files: texts(),
    /** The decision that closed it. */
    decision_id: link('decision').orNull,
    /** The commit is its last one; HEAD at the start before there is one. */
    ...provenanceColumns,
    started_at: time,
    closed_at: time.orNull,
    updated_at: time,
    revision,
    ...addedProvenanceColumns,
  },
  { counter: 'slice' },
);
export type SliceRow = RowOf<typeof sliceDefinition>;
