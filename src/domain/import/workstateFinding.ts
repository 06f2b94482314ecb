import { findingLimits } from '../finding/findingRow.js';
import { fingerprintText } from '../finding/fingerprint.js';
import type { ReadRow } from './database.js';
import type { ImportedFinding } from './importedTask.js';
import { cut, cutOrNull, firstMoment, provenanceOf, shaOrNull, type WorkstateRow } from './workstateRows.js';

/** Converts a finding of `handoff.db`, keeping its id; without its task and review run. */
export function findingOf({ row }: ReadRow<WorkstateRow<'review_findings'>>): ImportedFinding {
  const key = cut(row.finding_id, findingLimits.key);
  return {
    key,
    records: [['finding', row.status, row.status]],
    rowFor: ({ newId, hash }) => {
      const created = firstMoment(row.created_at, row.updated_at);
      const updated = firstMoment(row.updated_at) || created;
      const isOpen = row.status === 'open';
      const ended = firstMoment(row.integrated_at_ts, row.resolved_at, row.resolved_on_branch_at_ts);
      const path = cut(row.file_path, findingLimits.path);
      const text = cut(row.description, findingLimits.text);
      const start = row.line_start ?? null;
      const who = provenanceOf(row);
      const notes = [row.resolution_notes, row.verification_evidence].filter(Boolean).join('\n\n');
      return {
        id: newId(created),
        number: 1,
        key,
        severity: row.severity,
        status: row.status,
        mode: row.review_mode ?? 'branch',
        path,
        line_start: start,
        line_end: start === null ? null : Math.max(start, row.line_end ?? start),
        text,
        fix: cutOrNull(row.fix, findingLimits.fix),
        anchor: null,
        fingerprint: hash(fingerprintText({ path, rule: null, text })),
        rule: null,
        tool: null,
        repro: null,
        repro_state: null,
        review_run_id: null,
        work_item_id: null,
        note: cutOrNull(notes, findingLimits.note * 4),
        fixed_sha: isOpen ? null : shaOrNull(row.resolved_on_branch_at_commit ?? row.integrated_at_commit),
        fix_evidence_id: null,
        resolved_ref: isOpen ? null : cutOrNull(row.integrated_at_ref ?? row.resolved_on_branch_ref, 1000),
        resolved_by: isOpen ? null : who.actor,
        resolved_at: isOpen ? null : ended || updated,
        superseded_by: null,
        reopen_count: row.reopen_count ?? 0,
        reopen_reason: cutOrNull(row.last_reopen_reason, findingLimits.reason * 4),
        reopened_at: firstMoment(row.last_reopen_at) || null,
        replies: null,
        merged_from: '[]',
        ...who,
        created_at: created,
        updated_at: updated,
        revision: 1,
      };
    },
  };
}
