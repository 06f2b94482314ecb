import type { EvidenceRow } from '../../src/domain/evidence/evidenceRow.js';
import type { FindingRow } from '../../src/domain/finding/findingRow.js';
import type { PlanRow } from '../../src/domain/plan/planRow.js';
import type { ReviewRunRow } from '../../src/domain/review/reviewRunRow.js';
import type { SliceRow } from '../../src/domain/slice/sliceRow.js';
import type { BlockerRow } from '../../src/domain/task/blockerRow.js';
import type { NextActionRow } from '../../src/domain/task/nextActionRow.js';
import { randomIds } from '../../src/platform/idSource.js';
import { findPlanFile, planNameOf } from '../../src/records/plan/planFile.js';
import type { NewRow } from '../../src/store/tables/table.js';
import type { GateState } from './gateState.js';
import type { GitTestRepository } from './gitTestRepository.js';

const planPath = '.stateroom/plans/x.md';

const by = {
  actor: 'codex',
  role: 'agent',
  harness: 'codex',
  model: null,
  effort: null,
  session: null,
  lane: null,
} as const;
const stamp = { ...by, branch: 'feature/x', commit_sha: null };

/** The rows that a store holds in a state; `tree` is the hash of what is in the worktree. */
export function gateRows(now: number, tree: string, state: GateState) {
  const id = () => randomIds.ulid(now);
  return {
    /** The plan as it was last read, with the hash of what was accepted. */
    async plan(repository: GitTestRepository): Promise<NewRow<PlanRow> | undefined> {
      const { workTree } = repository.context();
      if (state.plan === 'none' || workTree === undefined) return undefined;
      const content_hash =
        (await findPlanFile(workTree, planNameOf(workTree, planPath))).content?.contentHash ?? 'gone';
      const accepted_hash = state.plan === 'never' ? null : state.plan === 'edited' ? 'older' : content_hash;
      return {
        id: id(),
        task_id: null,
        path: planPath,
        title: 'Limits',
        status: accepted_hash === null ? 'registered' : 'accepted',
        content_hash,
        accepted_hash,
        accepted_at: accepted_hash === null ? null : now,
        accepted_by: accepted_hash === null ? null : 'Ann',
        review_run_id: null,
        analysis: null,
        attestations: '[]',
        created_at: now,
        updated_at: now,
        revision: 1,
      };
    },
    findings(task_id: string): NewRow<FindingRow>[] {
      const open = state.findings.map((severity, index) => finding(id(), index + 1, task_id, now, { severity }));
      const fixed = { status: 'fixed', fixed_sha: null, resolved_at: now } as const;
      return state.fixedWithoutCommit ? [...open, finding(id(), 9, task_id, now, fixed)] : open;
    },
    evidence(task_id: string): NewRow<EvidenceRow>[] {
      if (state.proof === 'none') return [];
      return [
        {
          ...stamp,
          id: id(),
          number: 1,
          task_id,
          slice_id: null,
          command: state.proof === 'other-command' ? 'make other' : 'make test',
          directory: '',
          exit_code: state.proof === 'failing' ? 1 : 0,
          passed: state.proof === 'failing' ? 0 : 1,
          result: null,
          grade: state.proof === 'weak' ? 'reported' : 'observed',
          tree_hash: state.proof === 'stale' ? '0'.repeat(40) : tree,
          log_hash: null,
          log_bytes: null,
          log_file: null,
          receipt: null,
          duration_ms: 5,
          started_at: now,
          created_at: now,
        },
      ];
    },
    slices(task_id: string): NewRow<SliceRow>[] {
      if (state.slice === 'none') return [];
      const status = state.slice === 'no-decision' ? 'closed' : state.slice;
      return [
        {
          ...stamp,
          id: id(),
          number: 1,
          task_id,
          title: 'Count',
          status,
          test_command: null,
          red_evidence_id: null,
          plan_item: null,
          base_sha: null,
          changed_files: '[]',
          decision_id: state.slice === 'closed' ? id() : null,
          started_at: now,
          closed_at: status === 'closed' ? now : null,
          updated_at: now,
          revision: 1,
        },
      ];
    },
    blockers(task_id: string): NewRow<BlockerRow>[] {
      const open = { status: 'open', resolution: null, resolved_at: null, created_at: now, revision: 1 } as const;
      return state.blocker ? [{ ...stamp, ...open, id: id(), number: 1, task_id, description: 'No key.' }] : [];
    },
    actions(task_id: string): NewRow<NextActionRow>[] {
      const pending = { status: 'pending', note: null, ended_at: null, created_at: now, revision: 1 } as const;
      const action = { action: 'Write the docs.', priority: 100 };
      return state.action ? [{ ...stamp, ...pending, ...action, id: id(), number: 1, task_id }] : [];
    },
    reviewRuns(task_id: string): NewRow<ReviewRunRow>[] {
      if (state.review === 'none') return [];
      return [
        {
          ...stamp,
          actor: 'Rita',
          id: id(),
          number: 1,
          task_id,
          key: null,
          subject_path: 'feature/x',
          subject_kind: 'branch',
          mode: 'branch',
          status: 'recorded',
          verdict: state.review === 'changes' ? 'fail' : 'pass',
          summary: null,
          covered_files: '[]',
          subject_hash: state.review === 'old-pass' ? '0'.repeat(40) : tree,
          decision_id: null,
          request_changes: state.review === 'changes' ? 1 : 0,
          started_at: now,
          reviewed_at: now,
          revision: 1,
        },
      ];
    },
  };
}

function finding(
  id: string,
  number: number,
  task_id: string,
  now: number,
  more: Partial<FindingRow>,
): NewRow<FindingRow> {
  return {
    ...stamp,
    id,
    number,
    task_id,
    key: null,
    severity: 'high',
    status: 'open',
    mode: 'branch',
    path: 'src/a.ts',
    line_start: null,
    line_end: null,
    text: 'It counts wrong.',
    fix: null,
    anchor: null,
    fingerprint: id,
    rule: null,
    tool: null,
    repro: null,
    repro_state: null,
    review_run_id: null,
    work_item_id: null,
    note: null,
    fixed_sha: null,
    fix_evidence_id: null,
    resolved_ref: null,
    resolved_by: null,
    resolved_at: null,
    superseded_by: null,
    reopen_count: 0,
    reopen_reason: null,
    reopened_at: null,
    replies: null,
    merged_from: '[]',
    created_at: now,
    updated_at: now,
    revision: 1,
    ...more,
  };
}
