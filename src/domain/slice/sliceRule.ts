import { formatRef } from '../identifier/identifier.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import type { SliceRow } from './sliceRow.js';
import type { SliceStatus } from './sliceStatus.js';

/** What may be done to a slice in each status, and where it leads. */
export const sliceTransitions = {
  commit: { from: ['open', 'committed'], to: 'committed' },
  close: { from: ['open', 'committed'], to: 'closed' },
} as const satisfies Record<string, { from: readonly SliceStatus[]; to: SliceStatus }>;
export type SliceAct = keyof typeof sliceTransitions;

const participles: Readonly<Record<SliceAct, string>> = { commit: 'committed', close: 'closed' };

/** Refuses what the status of the slice does not allow. */
export function checkSliceAct(row: Pick<SliceRow, 'number' | 'status'>, act: SliceAct): Refusal | undefined {
  const from: readonly SliceStatus[] = sliceTransitions[act].from;
  if (from.includes(row.status)) return undefined;
  const ref = formatRef('slice', row.number);
  return refuse('transition_not_allowed', `${ref} is ${row.status} and cannot be ${participles[act]}.`, {
    hint: 'Start another slice for what is left: `slice start <title>`.',
    details: { slice: ref, status: row.status },
  });
}

/** For who was beaten to a change between reading and writing. */
export function lostSlice(row: Pick<SliceRow, 'number'>): Refusal {
  return refuse('stale', `${formatRef('slice', row.number)} was changed by someone else at the same moment.`, {
    hint: 'Look at it again and repeat what still applies.',
  });
}
