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
    plan_item: text(sliceLimits.planItem).orNull,
    /** Full id of HEAD at the start. */
    base_sha: sha.orNull.as('base'),
    /** Relative to the worktree root. */
    changed_files: texts(),
    decision_id: link('decision').orNull,
    /** The commit is its last one, or HEAD at the start. */
    ...provenanceColumns,
    started_at: time,
    closed_at: time.orNull,
    updated_at: time,
    revision,
    ...addedProvenanceColumns,
  },
  {
    owner: 'task',
    word: 'slice',
    portable: true,
    order: ['number'],
    open: { statuses: ['open', 'committed'], endedAt: 'closed_at' },
  },
);
export type SliceRow = RowOf<typeof sliceDefinition>;
