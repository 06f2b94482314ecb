import type { EvidenceRow } from '../evidence/evidenceRow.js';
import type { SliceRow } from '../slice/sliceRow.js';
import type { Attestation, PlanItem } from './plan.js';

/** What may tick a box: closed slices with their evidence, and what people attested. */
export interface ChecklistProof {
  readonly slices: readonly Pick<SliceRow, 'id' | 'number' | 'status' | 'plan_item' | 'red_evidence_id'>[];
  readonly evidence: readonly Pick<EvidenceRow, 'id' | 'slice_id' | 'number' | 'passed' | 'grade'>[];
  readonly attestations: readonly Attestation[];
}

/** Compares each checkbox of a plan with the evidence. */
export interface Checklist<Item extends PlanItem> {
  /** Not ticked although it is proven; `by` says what proves it. */
  readonly due: readonly { readonly item: Item; readonly by: string }[];
  /** Ticked although nothing proves it. */
  readonly unproven: readonly Item[];
  /** Neither ticked nor proven. */
  readonly open: readonly Item[];
  /** Criteria of acceptance that are ticked and that no one attested nor any slice proved. */
  readonly unattested: readonly Item[];
}

/**
 * Compares the boxes of a plan with what is proven. A box is proven by a closed slice that works on it and has a passing
 * evidence better than a mere claim, or by a person who attested it.
 */
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
      // A test result from before the work proves nothing about it, even when it passed.
      row => row.slice_id === slice.id && row.id !== slice.red_evidence_id && row.passed === 1 && row.grade !== 'said',
    );
    if (proof !== undefined) return `S-${slice.number} with E-${proof.number}`;
  }
  const attestation = attestations.find(one => one.item === id);
  return attestation === undefined ? undefined : `attested by ${attestation.by}`;
}
