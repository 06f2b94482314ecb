import type { FindingRow } from '../../domain/finding/findingRow.js';
import { checkDismissal } from '../../domain/finding/findingRule.js';
import type { FindingAct } from '../../domain/finding/findingTransition.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { waysOf } from '../../domain/review/independence.js';
import { baseConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { hasWorkedIn } from '../../records/worker/workerAccess.js';
import type { Transaction } from '../../store/store.js';

/**
 * Refuses an agent that dismisses findings of others: where reviews have to be independent, and on an approved lane in which it worked,
 * whose approval the finding may have been part of.
 */
export async function requireDismissal(
  context: Context,
  rows: readonly FindingRow[],
  act: FindingAct & ('wontfix' | 'defer' | 'supersede'),
): Promise<void> {
  const { actor, store } = context;
  if (actor.role === 'human') return;
  if (waysOf((await baseConfig(context)).review).length > 0)
    for (const row of rows) throwIfRefused(checkDismissal(row, actor, act));
  const approved = await store.read(transaction => approvedLanes(transaction));
  for (const row of rows) {
    const lane = approved.find(one => (row.task_id === null ? one.branch === row.branch : one.task_id === row.task_id));
    if (lane !== undefined && (await store.read(transaction => hasWorkedIn(context, transaction, lane))))
      throwIfRefused(checkDismissal(row, actor, act, laneCalled(lane)));
  }
}

async function approvedLanes(transaction: Transaction): Promise<LaneRow[]> {
  const lanes = await transaction.lanes.list(['review']);
  const workers = await transaction.workers.ofLanes(lanes.map(({ id }) => id));
  return lanes.filter(({ id }) => workers.some(({ lane_id, state }) => lane_id === id && state === 'APPROVED'));
}
