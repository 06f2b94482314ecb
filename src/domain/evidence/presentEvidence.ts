import { presentProvenance } from '../actor/provenance.js';
import { formatRef } from '../identifier/identifier.js';
import type { Evidence } from './evidence.js';
import type { EvidenceRow } from './evidenceRow.js';
import { isFresh } from './freshness.js';

/**
 * A stored proof as every surface shows it. `judgedTree` is the tree it is compared with, undefined when there is none;
 * `refs` gives the refs of tasks and slices by ULID (`T-3`, `S-2`).
 */
export function presentEvidence(
  row: Omit<EvidenceRow, 'repository_id'>,
  judgedTree: string | undefined,
  refs: ReadonlyMap<string, string> = new Map(),
): Evidence {
  const refOf = (id: string | null): string | null => (id === null ? null : (refs.get(id) ?? null));
  return {
    ref: formatRef('evidence', row.number),
    id: row.id,
    task: refOf(row.task_id),
    slice: refOf(row.slice_id),
    command: row.command,
    directory: row.directory,
    exitCode: row.exit_code,
    passed: row.passed === 1,
    result: row.result,
    grade: row.grade,
    treeHash: row.tree_hash,
    fresh: judgedTree === undefined ? null : isFresh(row, judgedTree),
    logHash: row.log_hash,
    logBytes: row.log_bytes,
    durationMs: row.duration_ms,
    ...presentProvenance(row),
    startedAt: new Date(row.started_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
  };
}
