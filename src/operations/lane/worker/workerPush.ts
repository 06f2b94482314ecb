import * as z from 'zod';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { ownWorker } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { notPushed, whyNotPushed } from './notPushed.js';
import { refuseFromReview } from './reviewLane.js';

export const workerPush = defineOperation({
  name: 'worker.push',
  order: 60,
  title: 'Push Lane',
  summary: 'Pushes a lane’s branch to the remote; the usual checks apply.',
  input: z.strictObject({ lane: ownLaneField }),
  output: z.object({
    lane: z.string(),
    branch: z.string(),
    commit: z.string(),
  }),
  effect: 'external',
  mcp: { tool: 'dispatch_lane_work', action: 'push', brief: '' },
  cli: { positionals: ['lane'], examples: ['worker push', 'worker push login'] },
  writesShim: true,
  palette: false,
  async run(context, { lane: named }) {
    const ports = requireLanes(context);
    const { lane } = await ownWorker(context, named);
    refuseFromReview(lane);
    const answer = await (await ports.trees()).push(lane.worktree_path, lane.branch, { signal: context.signal });
    if (answer.outcome === 'pushed') return { lane: lane.name, branch: lane.branch, commit: answer.commit };
    throw notPushed(lane, whyNotPushed(answer));
  },
});
