import type { PlanRow } from '../../domain/plan/planRow.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { changePlan, registeredPlan } from './planAccess.js';

/** Boxes of a plan's file that were ticked. */
export interface Ticks {
  /** The plan's file, relative to the worktree root. */
  readonly path: string;
  readonly contentHash: string;
  /** Ids of the boxes. */
  readonly items: readonly string[];
  /** True when no box is open any more. */
  readonly isAll: boolean;
}

/** Writes the event of boxes that were ticked; an accepted plan without open boxes is done. */
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
