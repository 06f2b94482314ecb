import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { flag, link, numbered, oneOf, repositoryId, revision, text, texts, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { reviewVerdicts } from './reviewVerdict.js';

export const reviewLimits = {
  key: 200,
  subject: 1000,
  /** Together with its prefix, fits into the rationale of a decision. */
  summary: 2500,
  comment: 2000,
  path: 1000,
  coveredFiles: 2000,
} as const;

export const reviewSubjectKinds = ['task_plan', 'epic', 'branch', 'adr', 'roadmap', 'other'] as const;
export type ReviewSubjectKind = (typeof reviewSubjectKinds)[number];

/** `branch`: code to be merged; `planning`: a document; `release_audit`: a release. */
export const reviewModes = ['branch', 'planning', 'release_audit'] as const;
export type ReviewMode = (typeof reviewModes)[number];

export const reviewStatuses = ['started', 'recorded'] as const;

export const reviewRunDefinition = new RecordDefinition(
  'review_runs',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('reviewRun'),
    task_id: link('task').orNull,
    /** The caller's own id. Unique per repository. */
    key: text(reviewLimits.key).orNull,
    /** A path, or the branch of a branch review. */
    subject_path: text(reviewLimits.subject, 1).as('subject'),
    subject_kind: oneOf(reviewSubjectKinds),
    mode: oneOf(reviewModes),
    status: oneOf(reviewStatuses),
    verdict: oneOf(reviewVerdicts).orNull,
    summary: text(reviewLimits.summary * 2).orNull,
    covered_files: texts(),
    /** Tree hash of a branch, or content hash of a document, as reviewed; null if unknown. */
    subject_hash: text(100).orNull,
    decision_id: link('decision').orNull,
    /** 1 if the author must change something. */
    request_changes: flag,
    /** The reviewer, or the importing agent; the commit is the reviewed one, or for a document the reviewer's. */
    ...provenanceColumns,
    started_at: time,
    reviewed_at: time.orNull,
    revision,
    ...addedProvenanceColumns,
  },
  { key: 'key', owner: 'task', portable: true },
);
export type ReviewRunRow = RowOf<typeof reviewRunDefinition>;
