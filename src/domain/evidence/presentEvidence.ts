import type { Refs } from '../record/column.js';
import { show } from '../record/record.js';
import type { Evidence } from './evidence.js';
import { type EvidenceRow, evidenceDefinition } from './evidenceRow.js';
import { isFresh } from './freshness.js';

/** `judgedTree` is the tree to compare with. */
export function presentEvidence(
  row: Omit<EvidenceRow, 'repository_id'>,
  judgedTree: string | undefined,
  refs?: Refs,
): Evidence {
  return { ...show(evidenceDefinition, row, refs), fresh: judgedTree === undefined ? null : isFresh(row, judgedTree) };
}
