import { presentProvenance } from '../actor/provenance.js';
import { formatRef } from '../identifier/identifier.js';
import type { Slice } from './slice.js';
import type { SliceRow } from './sliceRow.js';

/** A stored slice as every surface shows it; `refs` gives the refs of other entities by ULID (`T-3`, `E-4`, `D-7`). */
export function presentSlice(row: Omit<SliceRow, 'repository_id'>, refs: ReadonlyMap<string, string>): Slice {
  const refOf = (id: string | null): string | null => (id === null ? null : (refs.get(id) ?? null));
  return {
    ref: formatRef('slice', row.number),
    id: row.id,
    task: refs.get(row.task_id) ?? row.task_id,
    title: row.title,
    status: row.status,
    testCommand: row.test_command,
    redEvidence: refOf(row.red_evidence_id),
    planItem: row.plan_item,
    base: row.base_sha,
    changedFiles: JSON.parse(row.changed_files) as string[],
    decision: refOf(row.decision_id),
    ...presentProvenance(row),
    startedAt: new Date(row.started_at).toISOString(),
    closedAt: row.closed_at === null ? null : new Date(row.closed_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    revision: row.revision,
  };
}
