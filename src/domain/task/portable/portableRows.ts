import * as z from 'zod';
import { message } from '../../../messages/message.js';
import { problem } from '../../../messages/schemaProblem.js';
import { roles } from '../../actor/actor.js';
import { compactionSummarySchema } from '../../compaction/compaction.js';
import type { CompactionRow } from '../../compaction/compactionRow.js';
import type { DecisionRow } from '../../decision/decisionRow.js';
import { decisionLimits, decisionOrigins } from '../../decision/decisionRow.js';
import { evidenceGrades } from '../../evidence/evidenceGrade.js';
import type { EvidenceRow } from '../../evidence/evidenceRow.js';
import { evidenceLimits } from '../../evidence/evidenceRow.js';
import { anchorSchema, wholeAnchorSchema } from '../../finding/anchor.js';
import type { FindingRow } from '../../finding/findingRow.js';
import { findingLimits, findingModes, reproStates } from '../../finding/findingRow.js';
import { findingSeverities } from '../../finding/findingSeverity.js';
import { findingStatuses } from '../../finding/findingStatus.js';
import { attestationSchema, planAnalysisSchema } from '../../plan/plan.js';
import type { PlanCursorRow } from '../../plan/planCursorRow.js';
import { planCursorStates } from '../../plan/planCursorState.js';
import type { PlanRow } from '../../plan/planRow.js';
import { planLimits } from '../../plan/planRow.js';
import { planStatuses } from '../../plan/planStatus.js';
import type { ReviewRunRow } from '../../review/reviewRunRow.js';
import { reviewLimits, reviewModes, reviewStatuses, reviewSubjectKinds } from '../../review/reviewRunRow.js';
import { reviewVerdicts } from '../../review/reviewVerdict.js';
import type { SliceRow } from '../../slice/sliceRow.js';
import { sliceLimits } from '../../slice/sliceRow.js';
import { sliceStatuses } from '../../slice/sliceStatus.js';
import type { BlockerRow } from '../blockerRow.js';
import { blockerStatuses } from '../blockerRow.js';
import type { NextActionRow } from '../nextActionRow.js';
import { nextActionStatuses } from '../nextActionRow.js';
import type { TaskRow } from '../taskRow.js';
import { taskLimits } from '../taskRow.js';
import { taskStatuses } from '../taskStatus.js';
import type { TouchedFileRow } from '../touchedFileRow.js';
import { changeKinds } from '../touchedFileRow.js';

/** A row as it travels: the store that it is in, and the task that all of them belong to, go without saying. */
export type Portable<Row> = Omit<Row, 'repository_id' | 'task_id'>;

/** A task as it travels: where its worktree stands holds on one machine only. */
export type PortableTask = Omit<Portable<TaskRow>, 'worktree_path'>;
/** A proof as it travels: without its log. */
export type PortableEvidence = Omit<Portable<EvidenceRow>, 'log_file'>;

const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, problem(message('schema.notUlid')));
const number = z.int().min(1).max(1_000_000_000);
/** ms UTC, up to the end of the year 9999. */
const time = z.int().min(0).max(253_402_300_799_999);
const flag = z.union([z.literal(0), z.literal(1)]);
const text = (most: number) => z.string().max(most);
const name = text(300);
const sha = z.string().regex(/^[0-9a-f]{4,64}$/, problem(message('schema.notHash')));

/** JSON text of this shape, as a row holds it. */
function jsonOf(schema: z.ZodType, most: number) {
  return z
    .string()
    .max(most)
    .refine(
      value => {
        try {
          return schema.safeParse(JSON.parse(value)).success;
        } catch {
          return false;
        }
      },
      problem(message('schema.otherShape')),
    );
}

const paths = jsonOf(z.array(z.string().max(1000)).max(10_000), 12_000_000);

const author = {
  actor: name,
  role: z.enum(roles),
  harness: name.nullable(),
  model: name.nullable(),
  session: name.nullable(),
  lane: name.nullable(),
  branch: text(1000).nullable(),
  commit_sha: sha.nullable(),
};

/** Refuses rows whose end and status contradict each other. */
const agree = problem(message('schema.endContradicts'));

export const portableTaskSchema: z.ZodType<PortableTask> = z.strictObject({
  id: ulid,
  number,
  ref: text(taskLimits.ref).min(1),
  objective: text(taskLimits.objective).min(1),
  focus: text(taskLimits.focus).nullable(),
  status: z.enum(taskStatuses),
  light: flag,
  branch: text(1000).nullable(),
  base_branch: text(1000).nullable(),
  plan_id: ulid.nullable(),
  work_item_id: ulid.nullable(),
  observed_sha: sha.nullable(),
  created_by: name,
  updated_by: name,
  finished_at: time.nullable(),
  archived_at: time.nullable(),
  archive_note: text(taskLimits.note).nullable(),
  created_at: time,
  updated_at: time,
  revision: number,
});

export const portableDecisionSchema: z.ZodType<Portable<DecisionRow>> = z.strictObject({
  ...author,
  id: ulid,
  number,
  slice_id: ulid.nullable(),
  decision: text(decisionLimits.id * 2).min(1),
  rationale: text(decisionLimits.sliceRationale * 4),
  origin: z.enum(decisionOrigins),
  changed_files: paths,
  created_at: time,
});

export const portableSliceSchema: z.ZodType<Portable<SliceRow>> = z
  .strictObject({
    ...author,
    id: ulid,
    number,
    title: text(sliceLimits.testCommand).min(1),
    status: z.enum(sliceStatuses),
    test_command: text(sliceLimits.testCommand).nullable(),
    red_evidence_id: ulid.nullable(),
    plan_item: text(sliceLimits.planItem).nullable(),
    base_sha: sha.nullable(),
    changed_files: paths,
    decision_id: ulid.nullable(),
    started_at: time,
    closed_at: time.nullable(),
    updated_at: time,
    revision: number,
  })
  .refine(({ status, closed_at }) => (status === 'closed') === (closed_at !== null), agree);

export const portableBlockerSchema: z.ZodType<Portable<BlockerRow>> = z
  .strictObject({
    ...author,
    id: ulid,
    number,
    description: text(taskLimits.blocker).min(1),
    status: z.enum(blockerStatuses),
    resolution: text(taskLimits.note).nullable(),
    resolved_at: time.nullable(),
    created_at: time,
    revision: number,
  })
  .refine(({ status, resolved_at }) => (status === 'open') === (resolved_at === null), agree);

export const portableNextActionSchema: z.ZodType<Portable<NextActionRow>> = z
  .strictObject({
    ...author,
    id: ulid,
    number,
    action: text(taskLimits.action).min(1),
    priority: z.int(),
    status: z.enum(nextActionStatuses),
    note: text(taskLimits.note).nullable(),
    ended_at: time.nullable(),
    created_at: time,
    revision: number,
  })
  .refine(({ status, ended_at }) => (status === 'pending') === (ended_at === null), agree);

export const portableTouchedFileSchema: z.ZodType<Portable<TouchedFileRow>> = z.strictObject({
  id: ulid,
  path: text(taskLimits.path).min(1),
  change_kind: z.enum(changeKinds),
  old_path: text(taskLimits.path).nullable(),
  actor: name,
  session: name.nullable(),
  commit_sha: sha.nullable(),
  touched_at: time,
});

export const portableEvidenceSchema: z.ZodType<PortableEvidence> = z.strictObject({
  ...author,
  id: ulid,
  number,
  slice_id: ulid.nullable(),
  command: text(evidenceLimits.command * 2),
  directory: text(1000),
  exit_code: z.int().nullable(),
  passed: flag,
  result: text(evidenceLimits.result * 2).nullable(),
  grade: z.enum(evidenceGrades),
  tree_hash: sha.nullable(),
  log_hash: sha.nullable(),
  log_bytes: z.int().min(0).nullable(),
  receipt: text(evidenceLimits.receipt).nullable(),
  duration_ms: z.int().min(0).nullable(),
  started_at: time,
  created_at: time,
});

export const portablePlanSchema: z.ZodType<Portable<PlanRow>> = z.strictObject({
  id: ulid,
  path: text(planLimits.path).min(1),
  title: text(planLimits.title),
  status: z.enum(planStatuses),
  content_hash: text(100),
  accepted_hash: text(100).nullable(),
  accepted_at: time.nullable(),
  accepted_by: name.nullable(),
  review_run_id: ulid.nullable(),
  analysis: jsonOf(planAnalysisSchema, planLimits.bytes * 2).nullable(),
  attestations: jsonOf(z.array(attestationSchema), planLimits.bytes * 2),
  created_at: time,
  updated_at: time,
  revision: number,
});

export const portablePlanCursorSchema: z.ZodType<Portable<PlanCursorRow>> = z.strictObject({
  id: ulid,
  plan_item: text(planLimits.path).min(1),
  state: z.enum(planCursorStates),
  lane: name.nullable(),
  heading: text(planLimits.itemText).nullable(),
  summary: text(taskLimits.objective).nullable(),
  dispatch_count: z.int().min(0),
  dispatched_at: time,
  completed_at: time.nullable(),
  updated_at: time,
  revision: number,
});

export const portableFindingSchema: z.ZodType<Portable<FindingRow>> = z
  .strictObject({
    ...author,
    id: ulid,
    number,
    key: text(findingLimits.key).nullable(),
    severity: z.enum(findingSeverities),
    status: z.enum(findingStatuses),
    mode: z.enum(findingModes),
    path: text(findingLimits.path).min(1),
    line_start: z.int().min(1).nullable(),
    line_end: z.int().min(1).nullable(),
    text: text(findingLimits.text).min(1),
    fix: text(findingLimits.fix).nullable(),
    anchor: jsonOf(z.union([anchorSchema, wholeAnchorSchema]), 100_000).nullable(),
    fingerprint: text(200).min(1),
    rule: text(findingLimits.rule).nullable(),
    tool: text(findingLimits.tool).nullable(),
    repro: text(findingLimits.repro).nullable(),
    repro_state: z.enum(reproStates).nullable(),
    review_run_id: ulid.nullable(),
    work_item_id: ulid.nullable(),
    note: text(findingLimits.note * 4).nullable(),
    fixed_sha: sha.nullable(),
    fix_evidence_id: ulid.nullable(),
    resolved_ref: text(1000).nullable(),
    resolved_by: name.nullable(),
    resolved_at: time.nullable(),
    superseded_by: ulid.nullable(),
    reopen_count: z.int().min(0),
    reopen_reason: text(findingLimits.reason * 4).nullable(),
    reopened_at: time.nullable(),
    merged_from: jsonOf(z.array(z.string().max(100)), 100_000),
    created_at: time,
    updated_at: time,
    revision: number,
  })
  .refine(({ status, resolved_at }) => (status === 'open') === (resolved_at === null), agree)
  .refine(
    ({ line_start, line_end }) => line_start === null || (line_end !== null && line_end >= line_start),
    problem(message('schema.linesReversed')),
  );

export const portableReviewRunSchema: z.ZodType<Portable<ReviewRunRow>> = z
  .strictObject({
    ...author,
    id: ulid,
    number,
    key: text(reviewLimits.key).nullable(),
    subject_path: text(reviewLimits.subject).min(1),
    subject_kind: z.enum(reviewSubjectKinds),
    mode: z.enum(reviewModes),
    status: z.enum(reviewStatuses),
    verdict: z.enum(reviewVerdicts).nullable(),
    summary: text(reviewLimits.summary * 2).nullable(),
    covered_files: paths,
    subject_hash: text(100).nullable(),
    decision_id: ulid.nullable(),
    request_changes: flag,
    started_at: time,
    reviewed_at: time.nullable(),
    revision: number,
  })
  .refine(
    ({ status, verdict }) => (status === 'recorded') === (verdict !== null),
    problem(message('schema.verdictContradicts')),
  );

export const portableCompactionSchema: z.ZodType<Portable<CompactionRow>> = z.strictObject({
  ...author,
  id: ulid,
  key: text(200).min(1),
  turn_range: text(100).nullable(),
  summary: jsonOf(compactionSummarySchema, 100_000),
  residual: text(20_000).nullable(),
  tokens_saved: z.int().min(0).nullable(),
  created_at: time,
});
