import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { flag, link, numbered, oneOf, repositoryId, revision, text, texts, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { reviewVerdicts } from './reviewVerdict.js';

/** Limits of one review run, in characters; lists in entries. */
export const reviewLimits = {
  key: 200,
  subject: 1000,
  /** With what goes before it, a rationale of a decision. */
  summary: 2500,
  comment: 2000,
  path: 1000,
  coveredFiles: 2000,
} as const;

/** What kind of thing is reviewed. */
export const reviewSubjectKinds = ['task_plan', 'epic', 'branch', 'adr', 'roadmap', 'other'] as const;
export type ReviewSubjectKind = (typeof reviewSubjectKinds)[number];

/** `branch`: code that is to be merged; `planning`: a document; `release_audit`: what is to be released. */
export const reviewModes = ['branch', 'planning', 'release_audit'] as const;
export type ReviewMode = (typeof reviewModes)[number];

/** A run is in progress, or its verdict is recorded. */
export const reviewStatuses = ['started', 'recorded'] as const;

export const reviewRunDefinition = new RecordDefinition(
  'review_runs',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('reviewRun'),
    /** Null for a review that belongs to no task. */
    task_id: link('task').orNull,
    /** The caller's own id. Unique per repository. */
    key: text(reviewLimits.key).orNull,
    /** A path, or a branch for a branch review. */
    subject_path: text(reviewLimits.subject, 1).as('subject'),
    subject_kind: oneOf(reviewSubjectKinds),
    mode: oneOf(reviewModes),
    status: oneOf(reviewStatuses),
    /** Null while the run is started. */
    verdict: oneOf(reviewVerdicts).orNull,
    summary: text(reviewLimits.summary * 2).orNull,
    /** Paths that were read. */
    covered_files: texts(),
    /** What was reviewed: tree hash of a branch, content hash of a document; null when it was unknown. */
    subject_hash: text(100).orNull,
    /** The decision that holds the verdict. */
    decision_id: link('decision').orNull,
    /** The author is asked to change something. */
    request_changes: flag,
    /** The reviewer, or the agent that imported it; the commit is the one that was reviewed, of a document the reviewer's. */
    ...provenanceColumns,
    started_at: time,
    reviewed_at: time.orNull,
    revision,
    ...addedProvenanceColumns,
  },
  { counter: 'review_run', key: 'key' },
);
export type ReviewRunRow = RowOf<typeof reviewRunDefinition>;
