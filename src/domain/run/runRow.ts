import { addedProvenanceColumns, provenanceColumns } from '../actor/provenance.js';
import {
  integer,
  json,
  link,
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
import type { IntakePlan } from './intakePlan.js';

export const runStatuses = ['active', 'closed'] as const;
/** Subject of a request; determines what a run is expected to prove. */
export const runIntents = ['landing', 'performance', 'debug', 'docs', 'implementation', 'investigation'] as const;
export const hypothesisOutcomes = ['accepted', 'rejected', 'blocked', 'superseded'] as const;
export const commandStatuses = ['pass', 'fail', 'blocked', 'skipped'] as const;
export const learningKinds = [
  ...(['benchmark-gap', 'doc-gap', 'intake-misroute', 'lint-gap', 'review-finding', 'test-gap'] as const),
  'workflow-gap',
] as const;
export const repoActions = ['benchmark', 'docs', 'intake-signal', 'lint', 'none', 'skill', 'test'] as const;

export type RunIntent = (typeof runIntents)[number];
export type HypothesisStatus = 'open' | (typeof hypothesisOutcomes)[number];
export type CommandStatus = (typeof commandStatuses)[number];

/** Valid as a folder name next to the file `ACTIVE`, in any case, and not readable as a ref or ULID. */
export const runNamePattern = /^(?!(?:active|(?:r-?)?\d+|[0-7][0-9a-hjkmnp-tv-z]{25})$)[a-z0-9][a-z0-9._-]*$/i;
export const runLimits = { request: 4000, name: 80, text: 4000, path: 1000, list: 100, dirty: 500 } as const;

/** Uncommitted paths at the start; not available if git could not be run. */
export interface DirtyWorktree {
  readonly available: boolean;
  readonly paths: string[];
}

export const runDefinition = new RecordDefinition(
  'runs',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('run'),
    /** `20261127T091500Z-why-is-the-checkout-slow`, also the name of its folder. */
    name: text(runLimits.name, 1),
    request: text(runLimits.request, 1),
    intent: oneOf(runIntents),
    /** Properties of a good answer: `performance`, `verification`. */
    target_properties: texts(),
    dirty_worktree: json<DirtyWorktree>(),
    /** Absolute; null for a run outside any worktree. */
    worktree_path: text(4096).orNull,
    task_id: link('task').orNull,
    finding_id: link('finding').orNull,
    work_item_id: link('workItem').orNull,
    status: oneOf(runStatuses),
    summary: text(runLimits.text).orNull,
    /** Commands and documents that confirmed the result. */
    verification: texts(),
    residual_risks: texts(),
    /** Reason for closing it with open hypotheses or learnings. */
    open_reason: text(runLimits.text).orNull,
    ...provenanceColumns,
    created_at: time,
    updated_at: time,
    closed_at: time.orNull,
    revision,
    ...addedProvenanceColumns,
    /** Null if it was skipped, or no file matched. */
    intake_plan: json<IntakePlan>().orNull,
  },
  { key: 'name', owner: null, word: 'run' },
);
export type RunRow = RowOf<typeof runDefinition>;

/** Entries are immutable: a hypothesis is resolved by another entry, the last of which counts. */
export const entryKinds = ['hypothesis', 'resolution', 'evidence', 'command', 'learning'] as const;
export type EntryKind = (typeof entryKinds)[number];

export const runEntryDefinition = new RecordDefinition(
  'run_entries',
  {
    id: ulid,
    repository_id: repositoryId,
    run_id: ulid.hidden,
    /** Position among all entries of the run. */
    position: integer(1),
    kind: oneOf(entryKinds),
    /** Number within its kind; for a resolution, that of its hypothesis. */
    number: integer(1),
    status: oneOf([...hypothesisOutcomes, ...commandStatuses]).orNull,
    /** The hypothesis, evidence, command or lesson, or the note of a resolution. */
    text: text(runLimits.text),
    /** Number of the hypothesis that the evidence is for. */
    hypothesis: integer(1).orNull,
    learning_kind: oneOf(learningKinds).orNull,
    repo_action: oneOf(repoActions).orNull,
    /** File with the lesson, relative to the worktree root. */
    path: text(runLimits.path).orNull,
    path_commit: sha.orNull,
    reason: text(runLimits.text).orNull,
    ...provenanceColumns,
    created_at: time,
    ...addedProvenanceColumns,
  },
  { owner: null },
);
export type RunEntryRow = RowOf<typeof runEntryDefinition>;
