import { isDecisionIdProblem, parseDecisionId, sliceKind } from '../decision/decisionId.js';
import { decisionLimits } from '../decision/decisionRow.js';
import { evidenceLimits } from '../evidence/evidenceRow.js';
import { modeOf } from '../review/reviewRule.js';
import { reviewLimits } from '../review/reviewRunRow.js';
import { sliceLimits } from '../slice/sliceRow.js';
import { defaultActionPriority } from '../task/task.js';
import { taskLimits } from '../task/taskRow.js';
import { emptyLists, type TaskFile, taskFileFormat, taskFileVersion } from '../taskFile/taskFile.js';
import type { ReadRow } from './database.js';
import { type ImportedEntry, type Place, withoutEmpty } from './imported.js';
import type { BrokenReference, ImportedTask, RecordWords, RowMaking } from './importedTask.js';
import { findingOf } from './workstateFinding.js';
import {
  cut,
  cutOrNull,
  firstMoment,
  provenanceOf,
  shaOrNull,
  unknownAgent,
  type WorkstateRow,
  type WorkstateTable,
} from './workstateRows.js';

type Rows<Table extends WorkstateTable> = ReadRow<WorkstateRow<Table>>[];

export type RowsOfTask = {
  readonly [Table in Exclude<WorkstateTable, 'handoff_state' | 'task_archives'>]: Rows<Table>;
};

export interface TaskSource {
  readonly ref: string;
  readonly state: ReadRow<WorkstateRow<'handoff_state'>> | undefined;
  readonly archive: ReadRow<WorkstateRow<'task_archives'>> | undefined;
  readonly rows: RowsOfTask;
}

/**
 * The work item is in progress while the task is active, done with it, pending if it was archived unfinished. `takenBranches`
 * collects branches of active tasks, which must be unique.
 */
export function taskOf(source: TaskSource, takenBranches: Set<string>): { task: ImportedTask; entry: ImportedEntry } {
  const { ref, state, archive, rows } = source;
  const row = state?.row;
  const place = state?.place ?? archive?.place ?? { file: '', line: 1 };
  const status = row?.status ?? 'in_progress';
  const archivedAt = archive === undefined ? null : firstMoment(archive.row.archived_at);
  const updatedAt = firstMoment(row?.updated_at) || archivedAt || 0;
  const createdAt = Math.min(updatedAt, ...earliest(rows));
  const isLive = status !== 'done' && archive === undefined;
  const branch = cutOrNull(row?.target_branch ?? row?.updated_branch, taskLimits.branch);
  const isTaken = isLive && branch !== null && takenBranches.has(branch);
  if (isLive && branch !== null) takenBranches.add(branch);
  const owner = cut(row?.updated_by || archive?.row.archived_by || unknownAgent, 200);
  const objective = cut(row?.objective ?? objectiveIn(archive?.row.snapshot_json) ?? ref, taskLimits.objective);
  const records: RecordWords[] = [
    ['task', archive === undefined ? status : `${status}, archived`, isLive ? status : archive ? 'archived' : 'done'],
    ...(isTaken ? [['branch', 'of another active task', 'left out'] as const] : []),
    ...recordsOf(rows),
  ];
  const facts: TaskFile['task'] = {
    id: '',
    number: 1,
    ref: cut(ref, taskLimits.ref),
    objective,
    focus: cutOrNull(row?.focus, taskLimits.focus),
    status,
    light: 0,
    branch: isTaken ? null : branch,
    base_branch: null,
    plan_id: null,
    work_item_id: null,
    observed_sha: shaOrNull(row?.updated_commit_sha),
    created_by: owner,
    updated_by: owner,
    finished_at: status === 'done' ? updatedAt : null,
    archived_at: archivedAt,
    archive_note: cutOrNull(archive?.row.notes, taskLimits.note),
    created_at: createdAt,
    updated_at: updatedAt,
    revision: Math.max(1, row?.revision ?? 1),
  };
  const entry: ImportedEntry = {
    place,
    id: ref,
    title: objective,
    status: isLive ? 'in_progress' : status === 'done' ? 'done' : 'pending',
    kind: 'task',
    labels: [],
    owner,
    heldBy: 'task',
    createdAt: createdAt || undefined,
    updatedAt: updatedAt || undefined,
    links: [],
    comments: [],
    details: withoutEmpty({
      plan: row?.task_plan_path,
      worktree: row?.target_worktree_path,
      integrationCommit: row?.last_observed_integration_sha,
      branch: isTaken ? branch : undefined,
    }),
  };
  return {
    entry,
    task: {
      entry: ref,
      records,
      broken: brokenIn(ref, rows),
      fileFor: (making, workItemId) => fileOf({ ...facts, work_item_id: workItemId }, rows, making),
    },
  };
}

function earliest(rows: RowsOfTask): number[] {
  const times = Object.values(rows).flatMap(table => table.map(({ row }) => firstMoment(row.created_at)));
  return times.filter(at => at > 0);
}

function objectiveIn(snapshot: string | null | undefined): string | undefined {
  try {
    const value = JSON.parse(snapshot ?? '') as Record<string, unknown>;
    const places = [value, value.state, value.handoff_state, value.task] as (Record<string, unknown> | undefined)[];
    return places.map(place => place?.objective).find(text => typeof text === 'string' && text.trim() !== '') as
      | string
      | undefined;
  } catch {
    return undefined;
  }
}

function recordsOf(rows: RowsOfTask): RecordWords[] {
  return [
    ...rows.decisions.flatMap(({ row }): RecordWords[] => {
      const origin = row.decision_origin ?? 'agent';
      const words: RecordWords = ['decision', origin, origin];
      return closesSlice(row.decision) ? [words, ['decision', 'slice_complete', 'slice too']] : [words];
    }),
    ...rows.blockers.map(({ row }): RecordWords => ['blocker', row.status, row.status]),
    ...rows.next_actions.map(({ row }): RecordWords => ['next action', row.status, row.status]),
    ...rows.verified_tests.map(({ row }): RecordWords => ['test', row.passed === 1 ? 'passed' : 'failed', 'reported']),
    ...latestOfEachPath(rows.touched_files).map(({ row }): RecordWords => ['file', row.change_kind, row.change_kind]),
    ...rows.review_findings.flatMap(read => findingOf(read).records),
    ...rows.review_runs.map(({ row }): RecordWords => ['review', row.verdict ?? 'none', row.verdict ?? 'started']),
  ];
}

function closesSlice(decision: string): boolean {
  const parts = parseDecisionId(decision);
  return isDecisionIdProblem(parts) ? decision.startsWith(sliceKind) : parts.kind === sliceKind;
}

function brokenIn(ref: string, { review_findings, review_runs, decisions }: RowsOfTask): BrokenReference[] {
  const runs = new Set(review_runs.map(({ row }) => row.review_run_id));
  const names = new Set(decisions.map(({ row }) => row.decision));
  const broken: BrokenReference[] = [];
  const check = (
    known: ReadonlySet<string>,
    kind: string,
    id: string,
    target: string | null | undefined,
    place: Place,
  ) => {
    if (target && !known.has(target)) broken.push({ id: `${ref}/${id}`, dependsOn: target, kind, place });
  };
  for (const { row, place } of review_findings) check(runs, 'review_run_id', row.finding_id, row.review_run_id, place);
  for (const { row, place } of review_runs) {
    check(names, 'verdict_decision', row.review_run_id, row.verdict_decision, place);
  }
  return broken;
}

/** Keeps the last row of each path: a task file has one per path. */
function latestOfEachPath(files: Rows<'touched_files'>): Rows<'touched_files'> {
  return [...new Map(files.map(read => [read.row.file_path, read])).values()];
}

function fileOf(task: TaskFile['task'], rows: RowsOfTask, making: RowMaking): TaskFile {
  const decided = new Map<string, string>();
  const slices: TaskFile['slices'] = [];
  const decisions = rows.decisions.map(({ row }, index): TaskFile['decisions'][number] => {
    const at = firstMoment(row.created_at) || task.updated_at;
    const id = making.newId(at);
    const decision = cut(row.decision, decisionLimits.id * 2);
    const changed_files = pathsIn(row.changed_files_json);
    const who = provenanceOf(row);
    let slice_id: string | null = null;
    if (closesSlice(row.decision)) {
      slice_id = making.newId(at);
      slices.push({
        id: slice_id,
        number: slices.length + 1,
        title: sliceTitle(decision),
        status: 'closed',
        test_command: null,
        red_evidence_id: null,
        plan_item: null,
        base_sha: null,
        changed_files,
        decision_id: id,
        ...who,
        started_at: at,
        closed_at: at,
        updated_at: at,
        revision: 1,
      });
    }
    decided.set(row.decision, id);
    const rationale = cut(row.rationale ?? '', decisionLimits.sliceRationale * 4);
    const origin = row.decision_origin ?? 'agent';
    const counts = { input_tokens: null, output_tokens: null };
    return {
      id,
      number: index + 1,
      slice_id,
      decision,
      rationale,
      origin,
      changed_files,
      ...who,
      ...counts,
      created_at: at,
    };
  });
  const runs = new Map<string, string>();
  const reviewRuns = rows.review_runs.map(({ row }, index): TaskFile['reviewRuns'][number] => {
    const at = firstMoment(row.reviewed_at, row.created_at) || task.updated_at;
    const id = making.newId(at);
    runs.set(row.review_run_id, id);
    return {
      id,
      number: index + 1,
      key: cut(row.review_run_id, reviewLimits.key),
      subject_path: cut(row.subject_path, reviewLimits.subject),
      subject_kind: row.subject_kind,
      mode: row.review_mode ?? modeOf(row.subject_kind),
      status: row.verdict ? 'recorded' : 'started',
      verdict: row.verdict ?? null,
      summary: null,
      covered_files: '[]',
      subject_hash: null,
      decision_id: decided.get(row.verdict_decision ?? '') ?? null,
      request_changes: 0,
      ...provenanceOf(row),
      started_at: at,
      reviewed_at: row.verdict ? at : null,
      revision: 1,
    };
  });
  return {
    format: taskFileFormat,
    version: taskFileVersion,
    task: { ...task, id: making.newId(task.created_at) },
    ...emptyLists(),
    decisions,
    slices,
    blockers: rows.blockers.map(({ row }, index) => {
      const at = firstMoment(row.created_at) || task.updated_at;
      return {
        id: making.newId(at),
        number: index + 1,
        description: cut(row.description, taskLimits.blocker),
        status: row.status,
        resolution: null,
        resolved_at: row.status === 'open' ? null : firstMoment(row.resolved_at) || at,
        ...provenanceOf(row),
        created_at: at,
        revision: 1,
      };
    }),
    nextActions: rows.next_actions.map(({ row }, index) => {
      const at = firstMoment(row.created_at) || task.updated_at;
      return {
        id: making.newId(at),
        number: index + 1,
        action: cut(row.action, taskLimits.action),
        priority: row.priority ?? defaultActionPriority,
        status: row.status,
        note: null,
        ended_at: row.status === 'pending' ? null : firstMoment(row.updated_at) || at,
        ...provenanceOf(row),
        created_at: at,
        revision: 1,
      };
    }),
    touchedFiles: latestOfEachPath(rows.touched_files).map(({ row }) => {
      const at = firstMoment(row.touched_at) || task.updated_at;
      const { actor, session, commit_sha } = provenanceOf(row);
      const path = cut(row.file_path, taskLimits.path);
      const file = { id: making.newId(at), path, change_kind: row.change_kind, old_path: null };
      return { ...file, actor, session, commit_sha, touched_at: at };
    }),
    evidence: rows.verified_tests.map(({ row }, index) => {
      const at = firstMoment(row.verified_at, row.created_at) || task.updated_at;
      return {
        id: making.newId(at),
        number: index + 1,
        slice_id: null,
        command: cut(row.command, evidenceLimits.command * 2),
        directory: '',
        exit_code: row.exit_code ?? null,
        passed: row.passed === 1 ? (1 as const) : (0 as const),
        result: cutOrNull(row.result, evidenceLimits.result * 2),
        grade: 'reported' as const,
        tree_hash: null,
        log_hash: null,
        log_bytes: null,
        receipt: null,
        duration_ms: null,
        ...provenanceOf(row),
        started_at: at,
        created_at: at,
      };
    }),
    findings: rows.review_findings.map((read, index) => ({
      ...findingOf(read).rowFor(making),
      number: index + 1,
      review_run_id: runs.get(read.row.review_run_id ?? '') ?? null,
    })),
    reviewRuns,
  };
}

function pathsIn(json: string | null | undefined): string {
  try {
    const value: unknown = JSON.parse(json ?? '[]');
    const paths = Array.isArray(value) ? value.filter(path => typeof path === 'string') : [];
    return JSON.stringify(paths.slice(0, sliceLimits.changedFiles).map(path => cut(path, sliceLimits.path)));
  } catch {
    return '[]';
  }
}

/** `claude_slice_complete_login-2_retry_works` → `retry works`. */
function sliceTitle(decision: string): string {
  const parts = parseDecisionId(decision);
  return isDecisionIdProblem(parts) ? decision : parts.slug.replaceAll('_', ' ');
}
