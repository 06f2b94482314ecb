import type { Attestation, Plan, PlanAnalysis } from './plan.js';
import { isPlanStale } from './planAcceptance.js';
import type { PlanRow } from './planRow.js';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/**
 * A stored plan as every surface shows it. `contentHash` is that of its text now, undefined when the text is gone; `refs`
 * gives the refs of other entities by ULID (`T-3`, `V-2`).
 */
export function presentPlan(
  row: Omit<PlanRow, 'repository_id'>,
  contentHash: string | undefined,
  refs: ReadonlyMap<string, string> = new Map(),
): Plan {
  const refOf = (id: string | null): string | null => (id === null ? null : (refs.get(id) ?? null));
  return {
    id: row.id,
    path: row.path,
    title: row.title,
    task: refOf(row.task_id),
    status: row.status,
    stale: isPlanStale(row, contentHash) ?? null,
    contentHash: contentHash ?? null,
    acceptedHash: row.accepted_hash,
    acceptedAt: iso(row.accepted_at),
    acceptedBy: row.accepted_by,
    reviewRun: refOf(row.review_run_id),
    analysis: row.analysis === null ? null : (JSON.parse(row.analysis) as PlanAnalysis),
    attestations: readAttestations(row),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    revision: row.revision,
  };
}

/** What people vouched for in this plan, oldest first. */
export function readAttestations({ attestations }: Pick<PlanRow, 'attestations'>): Attestation[] {
  return attestations === '[]' ? [] : (JSON.parse(attestations) as Attestation[]);
}
