import * as z from 'zod';
import { newEvent } from '../../../domain/event/newEvent.js';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { type Lane, laneSchema } from '../../../domain/lane/lane.js';
import { isRefusal, type Refusal, RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { Context } from '../../../records/context.js';
import { keepReview } from '../../../records/lane/keepReview.js';
import { laneCalled, lostLane, presentOneLane, requireLanes, showLane } from '../../../records/lane/laneAccess.js';
import { laneField, proofWarningsField, reviewedCommitField } from '../../../records/lane/laneFields.js';
import { findWorker, moveWorker, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { recordOnce } from '../../recordOnce.js';
import { approvalHolds, keepApproval } from './approval.js';
import { proofWarnings } from './requireGate.js';
import { forReviewer } from './reviewer.js';
import { branchGone, lapse } from './submission.js';

export const workerApprove = defineOperation({
  name: 'worker.approve',
  order: 130,
  title: 'Approve Work',
  menuTitle: 'Approve',
  summary: 'Approves the commit a lane has submitted; a new commit puts the lane back in review.',
  input: z.strictObject({
    lane: laneField,
    commit: reviewedCommitField
      .optional()
      .describe('The commit you reviewed; refused if another one has been submitted since'),
  }),
  output: laneSchema.extend(proofWarningsField),
  effect: 'external',
  mcp: { tool: 'dispatch_lane_work', action: 'approve', listed: 'reviewing', brief: '' },
  cli: { positionals: ['lane'], examples: ['worker approve login', 'worker approve login --commit 1a2b3c4'] },
  writesShim: true,
  icon: 'check',
  palette: 'lanes',
  async run(context, { lane: named, commit }) {
    const ports = requireLanes(context);
    const seen = await forReviewer(context, named, 'approve');
    const answer = await approve(context, ports, seen, commit).catch((error: unknown) => {
      if (error instanceof RefusalError) return error.refusal;
      throw error;
    });
    if (isRefusal(answer)) await recordRefused(context, seen, answer);
    if (isRefusal(answer)) return answer;
    const approved = answer.worker?.submitted;
    return { ...answer, warnings: approved == null ? [] : [...(await proofWarnings(context, seen.lane, approved))] };
  },
});

async function approve(
  context: Context,
  ports: LanePorts,
  seen: WorkerAndLane,
  commit: string | undefined,
): Promise<Lane | Refusal> {
  const { lane, worker } = seen;
  if (worker.state === 'IN_REVIEW' || worker.state === 'APPROVED') {
    const trees = await ports.trees();
    const tip = await trees.branchCommit(lane.branch);
    if (tip === undefined) throw await branchGone(trees, lane);
    if (tip !== worker.submitted_sha) {
      if (!(await approvalHolds(context, trees, seen, tip))) return lapse(context, lane.id, tip);
      refuseOther({ lane, worker: { ...worker, submitted_sha: tip } }, commit);
      await keepApproval(context, seen, tip);
      await keepReview(context, lane.name, tip);
      return showLane(context, lane.id);
    }
    refuseOther(seen, commit);
  }
  const approved = await context.store.transaction(async transaction => {
    const found = await findWorker(transaction, lane.id);
    // Only the reviewed commit may be approved.
    if (found.worker.submitted_sha !== worker.submitted_sha) throw lostLane(lane);
    await moveWorker(context, transaction, found, {
      act: 'approve',
      change: { approved_by: context.actor.name, reason: null },
      type: 'worker_approved',
      payload: { commit: worker.submitted_sha },
    });
    return presentOneLane(transaction, found.lane, context.clock.now());
  });
  await keepReview(context, lane.name, worker.submitted_sha);
  return approved;
}

/** Records an approval refused for the state of the work, once per state; missing rights are recorded as an attempt. */
async function recordRefused(
  context: Context,
  { lane, worker }: WorkerAndLane,
  { code, message: why }: Refusal,
): Promise<void> {
  const { actor, clock } = context;
  const payload = {
    lane: formatRef('lane', lane.number),
    name: lane.name,
    state: worker.state,
    commit: worker.submitted_sha,
    code,
    why: say(why),
  };
  const { work_item_id: workItemId, task_id: taskId } = lane;
  await recordOnce(context, [newEvent(actor, clock.now(), 'approval_refused', workItemId, payload, taskId)]);
}

function refuseOther({ lane, worker }: WorkerAndLane, commit: string | undefined): void {
  const submitted = worker.submitted_sha ?? '';
  if (commit === undefined || submitted.startsWith(commit)) return;
  throw refusalError(
    'stale',
    message('workers.approvesOther', {
      lane: laneCalled(lane),
      submitted: submitted.slice(0, 10),
      commit: commit.slice(0, 10),
    }),
    {
      hint: message('workers.readNew', { from: commit.slice(0, 10), to: submitted.slice(0, 10) }),
      details: { lane: lane.name, submitted, commit },
    },
  );
}
