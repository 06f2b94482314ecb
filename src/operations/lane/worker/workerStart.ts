import * as z from 'zod';
import { isSameActor } from '../../../domain/actor/sameActor.js';
import { laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { singleHeartbeatMs } from '../../../domain/worker/liveness.js';
import { programAgent } from '../../../domain/worker/programAgent.js';
import { message } from '../../../messages/message.js';
import { refuseRunning } from '../../../records/agentSession/agentSessions.js';
import type { Context } from '../../../records/context.js';
import { lostLane, parentsOf, requireLanes, showLane, tellOfLane } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { readLiveness } from '../../../records/presence/workerLiveness.js';
import { type LaneCaller, laneCallerOf } from '../../../records/worker/laneCaller.js';
import { everyField, milliseconds, programField } from '../../../records/worker/runFields.js';
import {
  eventsOfLane,
  findOwnWorker,
  findWorker,
  ownLane,
  type WorkerAndLane,
} from '../../../records/worker/workerAccess.js';
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
    const caller = await laneCallerOf(context);
    const before = await context.store.read(async transaction => {
      const found = await findOwnWorker(caller, transaction, name, 'begin');
      await requireStart(transaction, found);
      if (command !== undefined) await refuseRunning(transaction, found.lane);
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
      const other = command === undefined ? agent : programAgent(lane.name, command);
      // A program reports its own identity: its launcher is in the event.
      const begun = other === undefined ? asBeginner(context) : { agent: other, harness: null, session: null };
      const isNew = await beginWork(caller, transaction, found, begun);
      const isFollowed = command === undefined && !isNew && (await followsAgent(caller, transaction, found));
      if (!isNew && (agent !== undefined || isFollowed)) await takeOver(context, transaction, found, begun);
    });
    return showLane(context, lane.id, await readLiveness(context));
  },
});

/** True for an agent that starts where another one did, which is gone. */
async function followsAgent(
  caller: LaneCaller,
  transaction: Transaction,
  { lane, worker }: WorkerAndLane,
): Promise<boolean> {
  const { actor } = caller;
  if (actor.role !== 'agent' || isSameActor(actor, { name: worker.agent, session: worker.session })) return false;
  const last = await lastStart(transaction, lane);
  const isLauncher = last !== undefined && isSameActor(actor, { name: last.actor, session: last.session });
  return !isLauncher && caller.atWork(lane, worker) === undefined;
}

async function lastStart(transaction: Transaction, lane: LaneRow) {
  return (await eventsOfLane(transaction, lane)).filter(({ type }) => type === 'worker_started').at(-1);
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
  const last = await lastStart(transaction, lane);
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
