import type { PlanRow } from '../../domain/plan/planRow.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { changePlan, registeredPlan } from './planAccess.js';

export interface Ticks {
  readonly path: string;
  readonly contentHash: string;
  readonly items: readonly string[];
  readonly isAll: boolean;
}

/** Writes the event of ticked boxes; an accepted plan without open boxes becomes done. */
export async function recordTicks(
  context: Context,
  transaction: Transaction,
  { path, contentHash, items, isAll }: Ticks,
): Promise<PlanRow> {
  const current = await registeredPlan(transaction, path);
  const isDone = isAll && current.status === 'accepted' && current.accepted_hash === contentHash;
  return changePlan(context, transaction, current, isDone ? { status: 'done' } : {}, {
    now: context.clock.now(),
    type: 'plan_item_ticked',
    payload: { items, ...(isDone ? { status: 'done' } : {}) },
  });
}
