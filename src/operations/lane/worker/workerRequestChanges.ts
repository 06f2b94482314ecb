import * as z from 'zod';
import { laneLimits, laneSchema } from '../../../domain/lane/lane.js';
import { throwIfRefused } from '../../../domain/refusal/refusal.js';
import { checkWorkerAct } from '../../../domain/worker/workerTransition.js';
import { redact } from '../../../platform/redact.js';
import { letGoOn, replyIds, replyToAgent } from '../../../records/agentSession/wakeForAnswer.js';
import { keepReview } from '../../../records/lane/keepReview.js';
import { moveLane, presentOneLane } from '../../../records/lane/laneAccess.js';
import { laneField, reviewedCommitField } from '../../../records/lane/laneFields.js';
import { writeToLane } from '../../../records/message/writeMessage.js';
import { findWorker, moveWorker } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { forReviewer } from './reviewer.js';

export const workerRequestChanges = defineOperation({
  name: 'worker.requestChanges',
  order: 140,
  title: 'Request Changes',
  asks: true,
  summary: 'Requests changes: returns a lane’s submitted work to its worker, with what to change.',
  input: z.strictObject({
    lane: laneField,
    message: z.string().trim().min(1).max(laneLimits.reason).describe('What to change, and why'),
    only: z.boolean().optional().describe('An agent that Stateroom started does not go on with it'),
    commit: reviewedCommitField.optional().describe('The commit you reviewed; default: the submitted one'),
  }),
  output: laneSchema,
  effect: 'write',
  mcp: {
    tool: 'dispatch_lane_work',
    action: 'request_changes',
    listed: 'reviewing',
    brief: '',
    rare: ['commit', 'only'],
  },
  cli: {
    path: ['worker', 'request-changes'],
    positionals: ['lane'],
    examples: ['worker request-changes login -m "The limit is per process, it has to be per user"'],
  },
  palette: 'lanes',
  async run(context, { lane: named, message: given, commit, only }) {
    const message = redact(given);
    const { lane: seen, worker: submitted } = await forReviewer(context, named, 'requestChanges');
    const ids = replyIds(context);
    const { goesOn, ...requested } = await context.store.transaction(async transaction => {
      const found = await findWorker(transaction, named);
      const { lane, worker } = found;
      const now = context.clock.now();
      // Idempotent for the same message.
      if (worker.state === 'WORKING' && worker.reason === message)
        return { ...(await presentOneLane(transaction, lane, now)), goesOn: undefined };
      throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, 'requestChanges'));
      await moveWorker(context, transaction, found, {
        act: 'requestChanges',
        change: { reason: message, approved_by: null },
        type: 'worker_sent_back',
        payload: { commit: worker.submitted_sha, reason: message },
      });
      await writeToLane(context, transaction, lane, {
        kind: 'note',
        subject: 'Changes requested',
        content: { text: message, data: null, brief: null },
      });
      const active = await moveLane(context, transaction, lane, 'active');
      const text = `Changes were requested: ${message}`;
      const act = { transaction, actor: context.actor, now };
      const goesOn = only === true ? undefined : await replyToAgent(act, active, { ...ids, kind: 'findings', text });
      return { ...(await presentOneLane(transaction, active, now)), goesOn };
    });
    await letGoOn(context, goesOn);
    await keepReview(context, seen.name, commit ?? submitted.submitted_sha);
    return requested;
  },
});
