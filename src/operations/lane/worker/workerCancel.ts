import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { laneSchema } from '../../../domain/lane/lane.js';
import { throwIfRefused } from '../../../domain/refusal/refusal.js';
import { checkWorkerAct, isDone } from '../../../domain/worker/workerTransition.js';
import { redact } from '../../../platform/redact.js';
import type { Context } from '../../../records/context.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { closedFields, laneField, leaveTreeField, noteField } from '../../../records/lane/laneFields.js';
import { letGoOfLane } from '../../../records/worker/letGoOfLane.js';
import { holdItem, threadOf } from '../../../records/workItem/threadAccess.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';
import { closedAnswer } from '../closedAnswer.js';
import { closeLane } from '../closeLane.js';
import { endReviews } from '../endReviews.js';
import { forReviewer } from './reviewer.js';

export const workerCancel = defineOperation({
  name: 'worker.cancel',
  order: 170,
  title: 'Cancel Lane',
  menuTitle: 'Cancel',
  asks: true,
  summary:
    'Cancels the work in a lane: backs up its worktree, then removes it; worker restore brings lane and item back.',
  input: z.strictObject({
    lane: laneField,
    reason: noteField.optional(),
    outcome: z
      .enum(['queue', 'reassign', 'cancel'])
      .optional()
      .describe(
        'Its work item: queue (default) makes it ready again, reassign keeps the lane for someone else, cancel ends it',
      ),
    leaveTree: leaveTreeField,
  }),
  output: laneSchema.extend(closedFields),
  effect: 'external',
  mcp: {
    tool: 'dispatch_lane_work',
    action: 'cancel',
    listed: 'reviewing',
    brief: 'files are backed up',
    rare: ['outcome', 'leaveTree'],
  },
  cli: {
    positionals: ['lane'],
    examples: [
      'worker cancel login --reason "Done by hand"',
      'worker cancel login --outcome reassign',
      'worker cancel L-3 --leave-tree',
    ],
  },
  writesShim: true,
  progress: 'notification',
  removesWorktree: true,
  icon: 'circle-slash',
  palette: 'lanes',
  async run(context, { lane: named, reason: given, outcome, leaveTree }) {
    const ports = requireLanes(context);
    const { lane, worker } = await forReviewer(context, named, 'cancel');
    if (isDone(worker.state, 'cancel') && lane.status === 'closed') return closedAnswer(context, ports, lane.id);
    // A failed worker keeps its worktree, so cancelling it closes the lane.
    if (!isDone(worker.state, 'cancel'))
      throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, 'cancel'));
    const note = given === undefined ? null : redact(given);
    if (outcome === 'reassign') {
      await context.store.transaction(transaction => reassignLane(context, transaction, lane.id, note));
      return closedAnswer(context, ports, lane.id);
    }
    const closing = {
      lane,
      reason: 'cancelled',
      note,
      leaveTree: leaveTree === true,
      cancelsItem: outcome === 'cancel',
    } as const;
    const closed = await closeLane(context, ports, closing);
    await endReviews(context, ports);
    return closedAnswer(context, ports, lane.id, closed);
  },
});

/** Releases a lane from its worker. The caller holds its item until someone else starts. */
async function reassignLane(context: Context, transaction: Transaction, laneId: string, note: string | null) {
  const { actor, clock } = context;
  const lane = await letGoOfLane(context, transaction, laneId, { note, ends: 'reassigned' });
  const thread = await threadOf(transaction, lane.work_item_id);
  if (thread === undefined) return;
  const place = formatRef('lane', lane.number);
  await holdItem({ transaction, actor, now: clock.now() }, thread, { name: actor.name, role: actor.role, place });
}
