import * as z from 'zod';
import { laneLimits, laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { redact } from '../../../platform/redact.js';
import type { Context } from '../../../records/context.js';
import { moveLane, presentOneLane } from '../../../records/lane/laneAccess.js';
import { ownLaneField, stillBlockedField } from '../../../records/lane/laneFields.js';
import { laneCallerOf } from '../../../records/worker/laneCaller.js';
import { findOwnWorker, moveWorker, ownLane } from '../../../records/worker/workerAccess.js';
import { stillBlocked } from '../../../records/workItem/dependentLines.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';

export const workerFail = defineOperation({
  name: 'worker.fail',
  order: 120,
  title: 'Fail Worker',
  summary: 'Marks the work in a lane as failed, with a reason; nothing is removed.',
  input: z.strictObject({
    reason: z.string().trim().min(1).max(laneLimits.reason).describe('Why it cannot be done'),
    lane: ownLaneField,
  }),
  output: laneSchema.extend(stillBlockedField),
  effect: 'write',
  mcp: { tool: 'dispatch_lane_work', action: 'fail', brief: '', rare: ['reason'] },
  cli: {
    positionals: ['reason'],
    examples: ['worker fail "The API does not tell whose login it was"', 'worker fail "No access" --lane login'],
  },
  palette: false,
  async run(context, { lane: named, reason: given }) {
    const reason = redact(given);
    const name = await ownLane(context, named);
    const caller = await laneCallerOf(context);
    return context.store.transaction(async transaction => {
      const found = await findOwnWorker(caller, transaction, name);
      const failed = await moveWorker(context, transaction, found, {
        act: 'fail',
        change: { reason, approved_by: null },
        type: 'worker_failed',
        payload: { reason },
      });
      const lane = failed === undefined ? found.lane : await stop(context, transaction, found.lane);
      return {
        ...(await presentOneLane(transaction, lane, context.clock.now())),
        stillBlocked: await stillBlocked(transaction, lane.work_item_id),
      };
    });
  },
});

/** A lane whose worker failed is idle until work in it is restarted. */
async function stop(context: Context, transaction: Transaction, lane: LaneRow): Promise<LaneRow> {
  if (lane.status !== 'active' && lane.status !== 'review') return lane;
  return moveLane(context, transaction, await moveLane(context, transaction, lane, 'active'), 'blocked');
}
