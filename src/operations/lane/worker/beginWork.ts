import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { throwIfRefused } from '../../../domain/refusal/refusal.js';
import type { WorkerRow } from '../../../domain/worker/workerRow.js';
import { checkWorkerAct, isDone } from '../../../domain/worker/workerTransition.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { beginAttempt } from '../../../records/attempt/attempts.js';
import type { Context } from '../../../records/context.js';
import { type LaneCaller, laneCallerOf } from '../../../records/worker/laneCaller.js';
import { findWorker, moveWorker, rightRefusal, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import { holdItem, threadOf } from '../../../records/workItem/threadAccess.js';
import type { Transaction } from '../../../store/store.js';
import { waitRefusal, wake } from '../laneChain.js';
import { runningProgram } from './workerRuns.js';

export type Beginner = Pick<WorkerRow, 'agent' | 'harness' | 'session'>;

export function asBeginner({ actor }: Context): Beginner {
  return { agent: actor.name, harness: actor.harness ?? null, session: actor.session ?? null };
}

/** Refuses a worker that waits, or whose work someone else holds; idempotent for an active worker. */
export async function requireStart(transaction: Transaction, { lane, worker }: WorkerAndLane): Promise<void> {
  throwIfRefused(await waitRefusal(transaction, lane, worker));
  if (!isDone(worker.state, 'start')) throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, 'start'));
}

/** Sets a lane's worker to WORKING as `begun`, the item's new holder; false if work had begun. */
export async function beginWork(
  context: LaneCaller,
  transaction: Transaction,
  found: WorkerAndLane,
  begun: Beginner,
): Promise<boolean> {
  // Only one of two concurrent starts succeeds.
  throwIfRefused(await rightRefusal(context, transaction, found, 'begin'));
  await requireStart(transaction, found);
  const lane = await wake(context, transaction, found.lane);
  const attempt = isDone(found.worker.state, 'start')
    ? {}
    : await attemptOf(context, transaction, { ...found, lane }, begun);
  const moved = await moveWorker(
    context,
    transaction,
    { ...found, lane },
    {
      act: 'start',
      change: { ...begun, ...attempt, reason: null },
      type: 'worker_started',
      payload: { agent: begun.agent },
    },
  );
  if (moved !== undefined) await holdForWorker(context, transaction, lane, begun);
  return moved !== undefined;
}

/** Begins the attempt of a lane's worker at its item, whose number the worker has; empty for a lane without an item. */
export async function attemptOf(
  { actor, clock }: Context,
  transaction: Transaction,
  { lane, worker }: WorkerAndLane,
  { agent, session }: Beginner,
): Promise<Partial<Pick<WorkerRow, 'attempt'>>> {
  if (lane.kind !== 'implement' || lane.work_item_id === null) return {};
  const model = agent === actor.name ? actor.model : undefined;
  const { position } = await beginAttempt(
    { transaction, actor, now: clock.now() },
    {
      itemId: lane.work_item_id,
      laneId: lane.id,
      taskId: lane.task_id,
      by: { name: agent ?? actor.name, model: model ?? lane.model ?? undefined, session: session ?? undefined },
      atLeast: worker.attempt,
    },
  );
  return { attempt: position };
}

/** A lane's worker also holds its work item. */
export async function holdForWorker(
  { actor, clock }: Context,
  transaction: Transaction,
  lane: LaneRow,
  { agent }: Beginner,
): Promise<void> {
  const thread = lane.kind === 'implement' ? await threadOf(transaction, lane.work_item_id) : undefined;
  if (thread === undefined || agent === null) return;
  const role = agent === actor.name ? actor.role : 'agent';
  const place = formatRef('lane', lane.number);
  await holdItem({ transaction, actor, now: clock.now() }, thread, { name: agent, role, place });
}

/** Starts the work when a program acts before its launcher's record. Ignores one that ran before the worker was assigned. */
export async function beginAsProgram(context: Context, ports: LanePorts, seen: WorkerAndLane): Promise<WorkerAndLane> {
  const { lane, worker } = seen;
  if (worker.state !== 'ASSIGNED' || context.actor.role !== 'agent') return seen;
  const run = await runningProgram(ports, lane.name, context.clock.now());
  if (run === undefined || run.startedAt < worker.state_changed_at) return seen;
  const caller = await laneCallerOf(context);
  return context.store.transaction(async transaction => {
    await beginWork(caller, transaction, await findWorker(transaction, lane.id), asBeginner(context));
    return findWorker(transaction, lane.id);
  });
}
