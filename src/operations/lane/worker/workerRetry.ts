import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError, throwIfRefused } from '../../../domain/refusal/refusal.js';
import { repairLanes } from '../../../domain/refusal/steps.js';
import { checkWorkerAct, isDone } from '../../../domain/worker/workerTransition.js';
import { isGone } from '../../../git/unseenFolder.js';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { Context } from '../../../records/context.js';
import { noteMissedHooks } from '../../../records/hooks/noteMissedHooks.js';
import { laneCalled, presentOneLane, requireLanes, showLane } from '../../../records/lane/laneAccess.js';
import { laneField } from '../../../records/lane/laneFields.js';
import { readLiveness } from '../../../records/presence/workerLiveness.js';
import { findWorker } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { closeLane } from '../closeLane.js';
import { openingOf } from '../openingOf.js';
import { openLane } from '../openLane.js';
import { refuseAway, refuseCheckedOut } from '../refuseHeld.js';
import { laneCommandsSchema, tryLaneCommands, wantsSetup } from '../runLaneCommands.js';
import { forReviewer } from './reviewer.js';

export const workerRetry = defineOperation({
  name: 'worker.retry',
  order: 180,
  title: 'Retry Lane',
  menuTitle: 'Retry',
  summary: 'Restarts a lane whose worker failed or is dead at its base; the last attempt’s work is backed up.',
  input: z.strictObject({
    lane: laneField,
    noFetch: z.boolean().optional().describe('Start from the local base branch'),
    noSetup: z.boolean().optional().describe('Skip the repository’s setup commands'),
  }),
  output: laneSchema.extend({
    /** Outcome of the setup commands; null without any. The lane is created either way. */
    setup: laneCommandsSchema.nullable(),
    /** Backup of the last attempt; null if it left nothing that the base lacks. */
    rescue: z.string().nullable(),
  }),
  effect: 'external',
  claim: 'begins',
  mcp: {
    tool: 'dispatch_lane_work',
    action: 'retry',
    listed: 'reviewing',
    brief: 'restart at its base',
    rare: ['noFetch', 'noSetup'],
  },
  cli: { positionals: ['lane'], examples: ['worker retry login', 'worker retry L-3 --no-fetch'] },
  writesShim: true,
  progress: 'notification',
  removesWorktree: true,
  icon: 'debug-restart',
  palette: 'lanes',
  exitCode: ({ setup }) => (setup?.ok === false ? 1 : 0),
  async run(context, { lane: named, noFetch, noSetup }) {
    const ports = requireLanes(context);
    const { lane, worker } = await forReviewer(context, named, 'retry');
    if (isDone(worker.state, 'retry')) return { ...(await answer(context, lane.id)), setup: null };
    refuseGone(lane);
    if (!(await isDead(context, lane))) {
      throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, 'retry'));
    }
    if (lane.adopted === 1)
      throw refusalError('conflict', message('workers.foreignTree', { lane: laneCalled(lane) }), {
        hint: 'workers.foreignTreeHint',
      });
    const setsUp = await wantsSetup(context, noSetup);
    const closed = await closedLane(context, lane);
    const trees = await ports.trees();
    await refuseCheckedOut(trees, closed.branch);
    await refuseAway(trees, closed.worktree_path, closed.name);
    const opening = { ...openingOf(closed), fetch: noFetch !== true };
    const row = await openLane(context, ports, { ...opening, reopens: { lane: closed, how: 'retry' } });
    const setup = setsUp ? await tryLaneCommands(context, ports, row, 'setup') : null;
    await noteMissedHooks(context, row.worktree_path);
    return { ...(await answer(context, lane.id)), setup };
  },
});

/** Refuses a lane whose worktree was removed by other means: it must be restored first, with its staged changes. */
function refuseGone(lane: LaneRow): void {
  if (lane.status === 'closed' || !isGone(lane.worktree_path)) return;
  const gone = message('workers.workTreeGone', { path: lane.worktree_path, lane: laneCalled(lane) });
  throw refusalError('transition_not_allowed', gone, { next: [repairLanes] });
}

/** True for a worker that has begun, has not submitted, and is gone. */
async function isDead(context: Context, { id }: LaneRow): Promise<boolean> {
  return (await showLane(context, id, await readLiveness(context))).worker?.liveness === 'DEAD';
}

/** Closed first, so that a crash leaves a closed lane with all its content, or a restarted one. */
async function closedLane(context: Context, lane: LaneRow): Promise<LaneRow> {
  const ports = requireLanes(context);
  const isThere = (await (await ports.trees()).condition(lane.worktree_path)) !== undefined;
  if (lane.status === 'closed' && isThere) {
    throw refusalError('conflict', message('workers.treeLeft', { lane: laneCalled(lane), path: lane.worktree_path }), {
      hint: message('workers.treeLeftHint', { lane: lane.name }),
    });
  }
  if (lane.status !== 'closed') {
    const closing = { lane, reason: 'abandoned', note: null, leaveTree: false, reopens: true } as const;
    const { teardownSkipped } = await closeLane(context, ports, closing);
    if (teardownSkipped !== undefined) context.log.warn(say(teardownSkipped));
  }
  return (await context.store.read(transaction => findWorker(transaction, lane.id))).lane;
}

function answer({ store, clock }: Context, laneId: string) {
  return store.read(async transaction => {
    const { lane, worker } = await findWorker(transaction, laneId);
    return { ...(await presentOneLane(transaction, lane, clock.now())), rescue: worker.rescue_ref };
  });
}
