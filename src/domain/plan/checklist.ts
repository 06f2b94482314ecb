import type { EvidenceRow } from '../evidence/evidenceRow.js';
import type { SliceRow } from '../slice/sliceRow.js';
import type { Attestation, PlanItem } from './plan.js';

export interface ChecklistProof {
  readonly slices: readonly Pick<SliceRow, 'id' | 'number' | 'status' | 'plan_item' | 'red_evidence_id'>[];
  readonly evidence: readonly Pick<EvidenceRow, 'id' | 'slice_id' | 'number' | 'passed' | 'grade'>[];
  readonly attestations: readonly Attestation[];
}

export interface Checklist<Item extends PlanItem> {
  /** Proven but not ticked; `by` names the proof. */
  readonly due: readonly { readonly item: Item; readonly by: string }[];
  /** Ticked but not proven. */
  readonly unproven: readonly Item[];
  readonly open: readonly Item[];
  /** Ticked acceptance criteria without attestation or proof by a slice. */
  readonly unattested: readonly Item[];
}

/** Confirmed by a closed slice with passing evidence better than a mere claim, or by an attestation. */
export function compareChecklist<Item extends PlanItem>(
  items: readonly Item[],
  proof: ChecklistProof,
): Checklist<Item> {
  const proven = new Map(items.map(item => [item.id, proofOf(item.id, proof)]));
  const unproven = items.filter(item => item.checked && proven.get(item.id) === undefined);
  return {
    due: items.flatMap(item => {
      const by = proven.get(item.id);
      return item.checked || by === undefined ? [] : [{ item, by }];
    }),
    unproven,
    open: items.filter(item => !item.checked && proven.get(item.id) === undefined),
    unattested: unproven.filter(item => item.kind === 'acceptance'),
  };
}

function proofOf(id: string, { slices, evidence, attestations }: ChecklistProof): string | undefined {
  for (const slice of slices) {
    if (slice.plan_item !== id || slice.status !== 'closed') continue;
    const proof = evidence.find(
      // A test run from before the work proves nothing, even if it passed.
      row => row.slice_id === slice.id && row.id !== slice.red_evidence_id && row.passed === 1 && row.grade !== 'said',
    );
    if (proof !== undefined) return `S-${slice.number} with E-${proof.number}`;
  }
  const attestation = attestations.find(one => one.item === id);
  return attestation === undefined ? undefined : `attested by ${attestation.by}`;
}
