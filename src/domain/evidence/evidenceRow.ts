import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import { flag, integer, link, numbered, oneOf, repositoryId, sha, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { evidenceGrades } from './evidenceGrade.js';

/** Limits of evidence, in characters unless noted otherwise. */
export const evidenceLimits = {
  command: 2000,
  words: 200,
  result: 280,
  /** A log submitted with `evidence record`. */
  log: 1_000_000,
  receipt: 20_000,
  /** Bytes of output kept of a run; of longer output, the beginning and the end. */
  keptLog: 8 * 1024 * 1024,
} as const;

/** Its output is in a file next to the store. */
export const evidenceDefinition = new RecordDefinition(
  'evidence',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('evidence'),
    task_id: link('task').orNull,
    slice_id: link('slice').orNull,
    /** As typed, secrets redacted. */
    command: text(evidenceLimits.command * 2),
    /** Working directory, relative to the worktree root; empty for the root. */
    directory: text(1000),
    /** Null if ended by a signal or not recorded. */
    exit_code: integer().orNull,
    passed: flag,
    result: text(evidenceLimits.result * 2).orNull,
    grade: oneOf(evidenceGrades),
    /** Git tree under test, without Stateroom's own files; null if it was not a single tree. */
    tree_hash: sha.orNull,
    /** SHA-256 of the whole output, in hex. */
    log_hash: sha.orNull,
    log_bytes: integer(0).orNull,
    /** File name below the store's `evidence` folder. */
    log_file: text().orNull.hidden,
    /** JSON: the signed receipt of `ci` evidence, or the facts of a run by Stateroom (`runFacts.ts`). */
    receipt: text(evidenceLimits.receipt).orNull.hidden,
    duration_ms: integer(0).orNull,
    ...provenanceColumns,
    started_at: time,
    created_at: time,
    ...addedProvenanceColumns,
  },
  { owner: 'task', word: 'evidence', portable: true },
);
export type EvidenceRow = RowOf<typeof evidenceDefinition>;
