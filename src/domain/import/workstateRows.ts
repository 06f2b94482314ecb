import * as z from 'zod';
import type { Provenance } from '../actor/provenance.js';
import { decisionOrigins } from '../decision/decisionRow.js';
import { findingModes } from '../finding/findingRow.js';
import { findingSeverities } from '../finding/findingSeverity.js';
import { findingStatuses } from '../finding/findingStatus.js';
import { reviewModes, reviewSubjectKinds } from '../review/reviewRunRow.js';
import { reviewVerdicts } from '../review/reviewVerdict.js';
import { blockerStatuses } from '../task/blockerRow.js';
import { nextActionStatuses } from '../task/nextActionRow.js';
import { taskStatuses } from '../task/taskStatus.js';
import { changeKinds } from '../task/touchedFileRow.js';
import { wellFormed } from '../text/wellFormed.js';
import { type ReadRow, readRows, type SourceDatabase } from './database.js';
import { timeOf } from './times.js';

/** Imported tables of `handoff.db`; older versions lack some columns. */

const text = z.string().nullish();
const needed = z.string().min(1);
const moment = z.union([z.string(), z.int()]).nullish();
const ofTask = {
  task_ref: needed,
  lane_id: text,
  agent: text,
  harness: text,
  model: text,
  model_label: text,
  session: text,
  branch: text,
  commit_sha: text,
  created_at: moment,
  updated_at: moment,
};

const shapes = {
  handoff_state: z.looseObject({
    task_ref: needed,
    objective: needed,
    focus: text,
    status: z.enum(taskStatuses),
    target_branch: text,
    target_worktree_path: text,
    task_plan_path: text,
    last_observed_integration_sha: text,
    revision: z.int().nullish(),
    updated_at: moment,
    updated_by: text,
    updated_branch: text,
    updated_commit_sha: text,
  }),
  task_archives: z.looseObject({
    task_ref: needed,
    archived_at: moment,
    archived_by: text,
    notes: text,
    snapshot_json: text,
  }),
  decisions: z.looseObject({
    ...ofTask,
    decision: needed,
    rationale: text,
    changed_files_json: text,
    decision_origin: z.enum(decisionOrigins).nullish(),
  }),
  blockers: z.looseObject({ ...ofTask, description: needed, status: z.enum(blockerStatuses), resolved_at: moment }),
  next_actions: z.looseObject({
    ...ofTask,
    action: needed,
    priority: z.int().nullish(),
    status: z.enum(nextActionStatuses),
  }),
  verified_tests: z.looseObject({
    ...ofTask,
    command: needed,
    passed: z.int().min(0).max(1),
    exit_code: z.int().nullish(),
    result: text,
    verified_at: moment,
  }),
  touched_files: z.looseObject({
    ...ofTask,
    file_path: needed,
    change_kind: z.enum(changeKinds),
    touched_at: moment,
  }),
  review_findings: z.looseObject({
    ...ofTask,
    finding_id: needed,
    severity: z.enum(findingSeverities),
    file_path: needed,
    line_start: z.int().min(1).nullish(),
    line_end: z.int().min(1).nullish(),
    description: needed,
    fix: text,
    status: z.enum(findingStatuses),
    review_mode: z.enum(findingModes).nullish(),
    review_run_id: text,
    resolution_notes: text,
    reopen_count: z.int().min(0).nullish(),
    last_reopen_reason: text,
    last_reopen_at: moment,
    resolved_at: moment,
    verification_evidence: text,
    resolved_on_branch_at_commit: text,
    resolved_on_branch_ref: text,
    resolved_on_branch_at_ts: moment,
    integrated_at_commit: text,
    integrated_at_ref: text,
    integrated_at_ts: moment,
  }),
  review_runs: z.looseObject({
    ...ofTask,
    review_run_id: needed,
    subject_path: needed,
    subject_kind: z.enum(reviewSubjectKinds),
    review_mode: z.enum(reviewModes).nullish(),
    verdict_decision: text,
    verdict: z.enum(reviewVerdicts).nullish(),
    reviewed_at: moment,
  }),
};
type Shapes = typeof shapes;
export type WorkstateTable = keyof Shapes;
export const workstateTables = Object.keys(shapes) as WorkstateTable[];
export type WorkstateRow<Table extends WorkstateTable> = z.output<Shapes[Table]>;

export type WorkstateRows = { readonly [Table in WorkstateTable]: readonly ReadRow<WorkstateRow<Table>>[] };

export function readWorkstateRows(database: SourceDatabase): WorkstateRows {
  return Object.fromEntries(
    workstateTables.map(table => [table, readRows(database, table, shapes[table])]),
  ) as unknown as WorkstateRows;
}

/** Cuts to `max` characters and removes characters that the store rejects. */
export function cut(value: string, max: number): string {
  return wellFormed(wellFormed(value).replaceAll('\0', '').slice(0, max));
}

export function cutOrNull(value: string | null | undefined, max: number): string | null {
  return value === null || value === undefined || value === '' ? null : cut(value, max);
}

export function shaOrNull(value: string | null | undefined): string | null {
  const sha = value?.trim().toLowerCase() ?? '';
  return /^[0-9a-f]{4,64}$/.test(sha) ? sha : null;
}

/** Returns the first valid time in ms UTC; 0 for none. */
export function firstMoment(...times: readonly (string | number | null | undefined)[]): number {
  for (const value of times) {
    const at = timeOf(value ?? '') ?? 0;
    if (at > 0) return at;
  }
  return 0;
}

const nameLength = 300;

export function provenanceOf(
  row: {
    readonly [Field in Exclude<keyof typeof ofTask, 'task_ref'>]?: string | number | null | undefined;
  },
): Provenance {
  const named = (value: unknown) => cutOrNull(typeof value === 'string' ? value : null, nameLength);
  return {
    actor: named(row.agent) ?? named(row.harness) ?? unknownAgent,
    role: 'agent',
    harness: named(row.harness),
    model: named(row.model_label) ?? named(row.model),
    effort: null,
    session: named(row.session),
    lane: named(row.lane_id),
    branch: named(row.branch),
    commit_sha: shaOrNull(typeof row.commit_sha === 'string' ? row.commit_sha : null),
  };
}

export const unknownAgent = 'workstate';
