import { presentProvenance } from '../actor/provenance.js';
import { formatRef } from '../identifier/identifier.js';
import type { Finding } from './finding.js';
import type { FindingRow } from './findingRow.js';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** A stored finding as every surface shows it; `refs` gives the refs of other entities by ULID (`T-3`, `V-2`, `E-4`). */
export function presentFinding(
  row: Omit<FindingRow, 'repository_id'>,
  refs: ReadonlyMap<string, string> = new Map(),
): Finding {
  const refOf = (id: string | null): string | null => (id === null ? null : (refs.get(id) ?? null));
  return {
    ref: formatRef('finding', row.number),
    id: row.id,
    key: row.key,
    task: refOf(row.task_id),
    severity: row.severity,
    status: row.status,
    mode: row.mode,
    path: row.path,
    lineStart: row.line_start,
    lineEnd: row.line_end,
    text: row.text,
    fix: row.fix,
    rule: row.rule,
    tool: row.tool,
    repro: row.repro,
    reproState: row.repro_state,
    reviewRun: refOf(row.review_run_id),
    workItem: refOf(row.work_item_id),
    note: row.note,
    fixedCommit: row.fixed_sha,
    fixEvidence: refOf(row.fix_evidence_id),
    resolvedRef: row.resolved_ref,
    resolvedBy: row.resolved_by,
    resolvedAt: iso(row.resolved_at),
    supersededBy: refOf(row.superseded_by),
    reopenCount: row.reopen_count,
    reopenReason: row.reopen_reason,
    reopenedAt: iso(row.reopened_at),
    mergedFrom: row.merged_from === '[]' ? [] : (JSON.parse(row.merged_from) as string[]),
    ...presentProvenance(row),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    revision: row.revision,
  };
}
