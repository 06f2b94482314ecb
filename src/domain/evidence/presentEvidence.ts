import type { Refs } from '../record/column.js';
import { show } from '../record/record.js';
import type { Evidence } from './evidence.js';
import { type EvidenceRow, evidenceDefinition } from './evidenceRow.js';
import { isFresh } from './freshness.js';

/** A stored proof as every surface shows it. `judgedTree` is the tree it is compared with, undefined when there is none. */
export function presentEvidence(
  row: Omit<EvidenceRow, 'repository_id'>,
  judgedTree: string | undefined,
  refs?: Refs,
): Evidence {
  return { ...show(evidenceDefinition, row, refs), fresh: judgedTree === undefined ? null : isFresh(row, judgedTree) };
}
