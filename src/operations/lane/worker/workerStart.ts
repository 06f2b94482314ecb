import * as z from 'zod';
import { isSameActor } from '../../../domain/actor/sameActor.js';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError, throwIfRefused } from '../../../domain/refusal/refusal.js';
import { singleHeartbeatMs } from '../../../domain/worker/liveness.js';
import { programAgent } from '../../../domain/worker/programAgent.js';
import { checkClaim } from '../../../domain/workItem/claimRule.js';
import { isLeaseExpired } from '../../../domain/workItem/lease.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { refuseHanded } from '../../../records/holding/heldRefusal.js';
import { handedToOther } from '../../../records/holding/holder.js';
import {
  laneCalled,
  lostLane,
  parentsOf,
  requireLanes,
  showLane,
  tellOfLane,
} from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { readLiveness } from '../../../records/presence/workerLiveness.js';
import { everyField, milliseconds, programField } from '../../../records/worker/runFields.js';
import {
  eventsOfLane,
  findOwnWorker,
  findWorker,
  ownLane,
  type WorkerAndLane,
} from '../../../records/worker/workerAccess.js';
import { threadOf } from '../../../records/workItem/threadAccess.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';
import { bringUp } from '../laneChain.js';
import { asBeginner, attemptOf, type Beginner, beginWork, holdForWorker, requireStart } from './beginWork.js';
import { mergeBase } from './mergeRules.js';
import type { ProgramRequest } from './runProgram.js';
import { requireProgram, startProgram } from './startProgram.js';
import { runningProgram, settleRun } from './workerRuns.js';

export const workerStart = defineOperation({
  name: 'worker.start',
  order: 40,
  title: 'Start Worker',
  summary: 'Starts the work in a lane, or resumes it after a conflict; with a program, runs it as the lane’s agent.',
  input: z.strictObject({
    lane: ownLaneField,
    command: programField.optional().describe('The agent’s program, run in the background; optional'),
    every: everyField,
    agent: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Actor name of its agent if you start it yourself; default: yours'),
  }),
  output: laneSchema,
  effect: 'external',
  claim: 'begins',
  mcp: { tool: 'dispatch_lane_work', action: 'start', brief: '', rare: ['command', 'every', 'agent'] },
  cli: {
    positionals: ['lane'],
    rest: 'command',
    examples: ['worker start', 'worker start login -- claude -p "Do what the brief says"'],
  },
  writesShim: true,
  palette: false,
  async run(context, { lane: named, command, every, agent }) {
    if (agent !== undefined && command !== undefined) {
      const words = { operation: 'worker.start', left: 'agent', right: 'command' };
      throw refusalError('invalid_input', message('input.exclusive', words), { hint: 'input.exclusiveHint' });
    }
    const name = await ownLane(context, named);
    const before = await context.store.read(async transaction => {
      const found = await findOwnWorker(context, transaction, name, 'begin');
      await requireNotHanded(context, transaction, found);
      await requireStart(transaction, found);
      return { ...found, waited: (await parentsOf(transaction, [found.lane])).size > 0 };
    });
    const { lane, worker } = before;
    const program = command && { command, everyMs: milliseconds(every) };
    if (before.waited) await bringAfterParents(context, before);
    if (program !== undefined) await requireProgram(context, requireLanes(context), lane, program);
    // An earlier interval was another worker's.
    const firstMs = worker.state === 'ASSIGNED' ? singleHeartbeatMs : undefined;
    await heartbeatFirst(context, lane.name, milliseconds(every) ?? firstMs);
    if (program !== undefined) await startUnlessRunning(context, lane, program);
    await context.store.transaction(async transaction => {
      const found = await findWorker(transaction, lane.id);
      // The started program was quicker and has recorded the start.
      if (program !== undefined && found.worker.revision !== worker.revision) {
        await tellOfLauncher(context, transaction, found);
        return;
      }
      await requireNotHanded(context, transaction, found);
      const other = command === undefined ? agent : programAgent(lane.name, command);
      // A program reports its own identity: its launcher is in the event.
      const begun = other === undefined ? asBeginner(context) : { agent: other, harness: null, session: null };
      const isNew = await beginWork(context, transaction, found, begun);
      if (!isNew && agent !== undefined) await takeOver(context, transaction, found, begun);
    });
    return showLane(context, lane.id, await readLiveness(context));
  },
});

/** Refuses a lane that waits for another agent, to which it was handed or which has claimed its item. */
async function requireNotHanded(
  { actor, clock }: Context,
  transaction: Transaction,
  { lane, worker }: WorkerAndLane,
): Promise<void> {
  const waits = worker.state === 'ASSIGNED' && lane.kind === 'implement' && actor.role === 'agent';
  const thread = waits ? await threadOf(transaction, lane.work_item_id) : undefined;
  if (thread === undefined) return;
  const { item, dependencies } = thread;
  const handed = await handedToOther(transaction, actor, item);
  if (handed !== undefined) {
    throwIfRefused(refuseHanded(laneCalled(lane), handed, { lane: formatRef('lane', lane.number) }));
  }
  const now = clock.now();
  const heartbeats = transaction.heartbeats();
  // Only a claim from the queue has a lease.
  const isClaimed = item.lease_until !== null && item.owner !== actor.name && !isLeaseExpired(item, heartbeats, now);
  if (isClaimed) throwIfRefused(checkClaim(item, dependencies, { actor, now, heartbeats, reassign: false }));
}

async function takeOver(
  context: Context,
  transaction: Transaction,
  { lane, worker }: WorkerAndLane,
  begun: Beginner,
): Promise<void> {
  const { actor, clock } = context;
  if (worker.agent === begun.agent) return;
  const attempt = await attemptOf(context, transaction, { lane, worker }, begun);
  if ((await transaction.workers.change(worker, { ...begun, ...attempt, changed_by: actor.name })) === undefined) {
    throw lostLane(lane);
  }
  const payload = { from: worker.state, agent: begun.agent };
  await tellOfLane(transaction, lane, { actor, now: clock.now(), type: 'worker_started', payload });
  await holdForWorker(context, transaction, lane, begun);
}

/** Records the launcher, who is accountable for the program, even if that began the work. */
async function tellOfLauncher(
  context: Context,
  transaction: Transaction,
  { lane, worker }: WorkerAndLane,
): Promise<void> {
  const { actor, clock } = context;
  const last = (await eventsOfLane(transaction, lane)).filter(({ type }) => type === 'worker_started').at(-1);
  // Someone else, who does not work in the lane, may have begun concurrently.
  if (last?.lane !== lane.name || isSameActor(actor, { name: last.actor, session: last.session })) return;
  const payload = { from: worker.state, agent: worker.agent };
  await tellOfLane(transaction, lane, { actor, now: clock.now(), type: 'worker_started', payload });
}

/** Moves a lane that waited for others onto their work. */
async function bringAfterParents(context: Context, { lane, worker }: WorkerAndLane): Promise<void> {
  if (worker.state !== 'ASSIGNED') return;
  const trees = await context.lanes?.trees();
  if (trees === undefined) return;
  const onto = await mergeBase(context, trees, lane);
  if (onto !== undefined) await bringUp(trees, lane, onto);
}

/** Sends a heartbeat before the worker counts as working, so that it is never taken for dead in between. */
async function heartbeatFirst({ lanes, clock }: Context, lane: string, everyMs: number | undefined): Promise<void> {
  if (lanes === undefined) return;
  await settleRun(lanes, lane);
  await lanes.heartbeats.heartbeat(lane, clock.now(), everyMs);
}

/** Idempotent: starts a program once. */
async function startUnlessRunning(context: Context, lane: LaneRow, program: ProgramRequest): Promise<void> {
  const ports = requireLanes(context);
  if ((await runningProgram(ports, lane.name, context.clock.now())) === undefined) {
    await startProgram(ports, lane, program);
  }
}
