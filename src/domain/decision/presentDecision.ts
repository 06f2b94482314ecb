import { presentProvenance } from '../actor/provenance.js';
import { formatRef } from '../identifier/identifier.js';
import type { Decision } from './decision.js';
import type { DecisionRow } from './decisionRow.js';

/** A stored decision as every surface shows it; `refs` gives the refs of its task and slice by ULID. */
export function presentDecision(
  row: Omit<DecisionRow, 'repository_id'>,
  refs: ReadonlyMap<string, string> = new Map(),
): Decision {
  return {
    ref: formatRef('decision', row.number),
    id: row.id,
    task: refs.get(row.task_id) ?? null,
    slice: row.slice_id === null ? null : (refs.get(row.slice_id) ?? null),
    decision: row.decision,
    rationale: row.rationale,
    origin: row.origin,
    changedFiles: JSON.parse(row.changed_files) as string[],
    ...presentProvenance(row),
    createdAt: new Date(row.created_at).toISOString(),
  };
}
