import * as z from 'zod';
import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import {
  Column,
  integer,
  link,
  name,
  numbered,
  oneOf,
  repositoryId,
  revision,
  sha,
  text,
  texts,
  time,
  ulid,
} from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { anchoredSide } from './anchor.js';
import { replies } from './findingReply.js';
import { findingSeverities } from './findingSeverity.js';
import { findingStatuses } from './findingStatus.js';

export const findingLimits = {
  key: 200,
  path: 1000,
  text: 4000,
  fix: 4000,
  note: 500,
  reason: 500,
  rule: 300,
  tool: 100,
  repro: 2000,
  /** Findings per call. */
  batch: 100,
} as const;

/** Subject of the review: the code of a branch, a plan, or a release. */
export const findingModes = ['branch', 'planning', 'release_audit'] as const;
export type FindingMode = (typeof findingModes)[number];

/** Result of the repro command where the finding was recorded; `unproven`: it passed there. */
export const reproStates = ['unproven', 'proven'] as const;

export const findingDefinition = new RecordDefinition(
  'findings',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('finding'),
    task_id: link('task').orNull,
    /** The caller's own id. Unique per task, or among findings about the whole repository. */
    key: text(findingLimits.key).orNull,
    severity: oneOf(findingSeverities),
    status: oneOf(findingStatuses),
    mode: oneOf(findingModes),
    /** Relative to the worktree root, with `/`. */
    path: text(findingLimits.path, 1),
    /** As recorded, from 1; null for the whole file. The anchor gives the current lines. */
    line_start: integer(1).orNull,
    /** Inclusive; equal to `line_start` for one line. */
    line_end: integer(1).orNull,
    text: text(findingLimits.text, 1),
    fix: text(findingLimits.fix).orNull,
    /** JSON of blob and, for lines, their text and context (see `anchor.ts`); shown as the side of the diff. */
    anchor: new Column<string, 'base' | null, 'side'>(
      {
        stored: () => z.string(),
        shown: () => z.literal('base').nullable().describe('base if it is about the base'),
        show: anchoredSide,
      },
      'side',
    ).orNull,
    /** Identifies duplicates; see `fingerprint.ts`. */
    fingerprint: text(200, 1).hidden,
    rule: text(findingLimits.rule).orNull,
    /** The tool that reported it; null for a reviewer. */
    tool: text(findingLimits.tool).orNull,
    /** A command that fails while the finding exists. */
    repro: text(findingLimits.repro).orNull,
    repro_state: oneOf(reproStates).orNull,
    review_run_id: link('reviewRun').orNull,
    work_item_id: link('workItem').orNull,
    note: text(findingLimits.note * 4).orNull,
    /** Full id of the fixing commit. */
    fixed_sha: sha.orNull.as('fixedCommit'),
    fix_evidence_id: link('evidence').orNull,
    /** Branch on which it was resolved, or into which its fix was integrated. */
    resolved_ref: text(1000).orNull,
    resolved_by: name.orNull,
    resolved_at: time.orNull,
    superseded_by: link('finding').orNull,
    reopen_count: integer(0),
    reopen_reason: text(findingLimits.reason * 4).orNull,
    reopened_at: time.orNull,
    merged_from: texts(100, 100_000),
    ...provenanceColumns,
    created_at: time,
    updated_at: time,
    revision,
    ...addedProvenanceColumns,
    replies,
  },
  { key: 'key', owner: 'task', word: 'finding', portable: true, open: { statuses: ['open'], endedAt: 'resolved_at' } },
);
export type FindingRow = RowOf<typeof findingDefinition>;
