import { type Message, message } from '../../messages/message.js';
import { formatRef } from '../identifier/identifier.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { startSlice } from '../refusal/steps.js';
import type { SliceRow } from './sliceRow.js';
import type { SliceStatus } from './sliceStatus.js';

/** Allowed acts by status, with the resulting status. */
export const sliceTransitions = {
  commit: { from: ['open', 'committed'], to: 'committed' },
  close: { from: ['open', 'committed'], to: 'closed' },
} as const satisfies Record<string, { from: readonly SliceStatus[]; to: SliceStatus }>;
export type SliceAct = keyof typeof sliceTransitions;

const participles: Readonly<Record<SliceAct, Message>> = {
  commit: message('slices.isCommitted'),
  close: message('slices.isClosed'),
};

export function checkSliceAct(row: Pick<SliceRow, 'number' | 'status'>, act: SliceAct): Refusal | undefined {
  const from: readonly SliceStatus[] = sliceTransitions[act].from;
  if (from.includes(row.status)) return undefined;
  const ref = formatRef('slice', row.number);
  return refuse(
    'transition_not_allowed',
    message('input.stateForbids', { subject: ref, status: message(`state.${row.status}`), act: participles[act] }),
    {
      hint: 'input.stateForbidsHint',
      next: [startSlice],
      details: { slice: ref, status: row.status },
    },
  );
}

/** Refuses a write because the row was changed after it was read. */
export function lostSlice(row: Pick<SliceRow, 'number'>): Refusal {
  return refuse('stale', message('input.changedMeanwhile', { subject: formatRef('slice', row.number) }), {
    hint: 'input.lookAgain',
  });
}
