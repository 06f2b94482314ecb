import type { FindingMode, FindingRow } from './findingRow.js';
import type { FindingSeverity } from './findingSeverity.js';
import type { LineRange } from './lineRange.js';

export interface FindingRequest {
  /** ULID; null for a finding about the whole repository. */
  readonly taskId: string | null;
  readonly key: string | null;
  readonly severity: FindingSeverity;
  readonly mode: FindingMode;
  /** Normalized by `findingPath.ts`. */
  readonly path: string;
  readonly lines: LineRange | null;
  readonly text: string;
  readonly fix: string | null;
  readonly rule: string | null;
  readonly tool: string | null;
  readonly repro: string | null;
  /** ULID. */
  readonly reviewRunId: string | null;
  /** JSON (see `anchor.ts`); null if there is no text to anchor to. */
  readonly anchor: string | null;
  readonly fingerprint: string;
}

export interface FindingMaker
  extends Pick<
    FindingRow,
    'id' | 'number' | 'actor' | 'role' | 'harness' | 'model' | 'effort' | 'session' | 'lane' | 'branch' | 'commit_sha'
  > {
  /** ms UTC. */
  readonly now: number;
}

export function newFinding(request: FindingRequest, maker: FindingMaker): Omit<FindingRow, 'repository_id'> {
  return {
    id: maker.id,
    number: maker.number,
    task_id: request.taskId,
    key: request.key,
    severity: request.severity,
    status: 'open',
    mode: request.mode,
    path: request.path,
    line_start: request.lines?.start ?? null,
    line_end: request.lines?.end ?? null,
    text: request.text,
    fix: request.fix,
    anchor: request.anchor,
    fingerprint: request.fingerprint,
    rule: request.rule,
    tool: request.tool,
    repro: request.repro,
    repro_state: null,
    review_run_id: request.reviewRunId,
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
    merged_from: '[]',
    actor: maker.actor,
    role: maker.role,
    harness: maker.harness,
    model: maker.model,
    effort: maker.effort,
    session: maker.session,
    lane: maker.lane,
    branch: maker.branch,
    commit_sha: maker.commit_sha,
    created_at: maker.now,
    updated_at: maker.now,
    revision: 1,
    replies: null,
  };
}
