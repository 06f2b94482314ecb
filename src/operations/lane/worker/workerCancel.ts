import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import { throwIfRefused } from '../../../domain/refusal/refusal.js';
import { checkWorkerAct, isDone } from '../../../domain/worker/workerTransition.js';
import { redact } from '../../../platform/redact.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { closedFields, laneField, leaveTreeField, noteField } from '../../../records/lane/laneFields.js';
import { defineOperation } from '../../operation.js';
import { closedAnswer } from '../closedAnswer.js';
import { closeLane } from '../closeLane.js';
import { forReviewer } from './reviewer.js';

export const workerCancel = defineOperation({
  name: 'worker.cancel',
  title: 'Cancel Worker',
  summary: 'Cancels the work in a lane: backs up its worktree, then removes it; worker restore undoes it.',
  input: z.strictObject({ lane: laneField, reason: noteField.optional(), leaveTree: leaveTreeField }),
  output: laneSchema.extend(closedFields),
  effect: 'external',
  mcp: { tool: 'dispatch_lane_work', action: 'cancel', brief: 'files are backed up', rare: ['leaveTree'] },
  cli: {
    positionals: ['lane'],
    examples: ['worker cancel login --reason "Done by hand"', 'worker cancel L-3 --leave-tree'],
  },
  writesShim: true,
  progress: 'notification',
  removesWorktree: true,
  palette: 'lanes',
  async run(context, { lane: named, reason, leaveTree }) {
    const ports = requireLanes(context);
    const { lane, worker } = await forReviewer(context, named, 'cancel');
    if (isDone(worker.state, 'cancel') && lane.status === 'closed') return closedAnswer(context, ports, lane.id);
    // A failed worker keeps its worktree, so cancelling it closes the lane.
    if (!isDone(worker.state, 'cancel'))
      throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, 'cancel'));
    const closing = {
      lane,
      reason: 'cancelled',
      note: reason === undefined ? null : redact(reason),
      leaveTree: leaveTree === true,
    } as const;
    return closedAnswer(context, ports, lane.id, await closeLane(context, ports, closing));
  },
});
