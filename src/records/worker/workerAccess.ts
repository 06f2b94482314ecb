import type { Actor } from '../../domain/actor/actor.js';
import { isSameActor } from '../../domain/actor/sameActor.js';
import type { AttemptEnd } from '../../domain/attempt/attemptRow.js';
import { eventFacts, type OwnEventType } from '../../domain/event/ownEvents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type Refusal, type RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkLaneRight, type LaneAct } from '../../domain/worker/laneRight.js';
import { readWorkerContext, workerContextFile } from '../../domain/worker/workerContext.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { checkWorkerAct, isDone, type WorkerAct, workerActs } from '../../domain/worker/workerTransition.js';
import { checkClaim } from '../../domain/workItem/claimRule.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import { type Message, message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { LaneEventRow } from '../../store/tables/eventTable.js';
import { endAttempt } from '../attempt/attempts.js';
import type { Context } from '../context.js';
import { refuseHanded } from '../holding/heldRefusal.js';
import { handedToOther } from '../holding/holder.js';
import { findLane, laneCalled, lostLane, tellOfLane, workerOf } from '../lane/laneAccess.js';
import { threadOf } from '../workItem/threadAccess.js';
import { type LaneCaller, laneCallerOf } from './laneCaller.js';

/** Returns the named lane, else that of the caller's worktree by its context file. Reads files: call it before a transaction. */
export async function ownLane({ workTree, store }: Context, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const lost = (reason: Message): RefusalError =>
    refusalError('not_found', reason, { hint: message('workers.nameLane') });
  if (workTree === undefined) throw lost(message('workers.noLaneNamed'));
  const kind = await workTree.kindOf(workerContextFile);
  if (kind !== undefined && kind !== 'file') {
    throw lost(message('workers.contextNotFile', { file: workerContextFile, root: workTree.root, kind }));
  }
  const text = kind === undefined ? undefined : await workTree.readText(workerContextFile);
  const name = text === undefined ? undefined : readWorkerContext(text)?.taskId;
  const found = await store.read(async transaction =>
    (await transaction.lanes.list()).find(
      lane => lane.worktree_path === workTree.root && (name === undefined || lane.name === name),
    ),
  );
  if (found !== undefined) return found.id;
  throw lost(
    name === undefined
      ? message('workers.notInLane', { root: workTree.root })
      : message('workers.laneElsewhere', { file: workerContextFile, root: workTree.root, lane: name }),
  );
}

export interface WorkerAndLane {
  readonly lane: LaneRow;
  readonly worker: WorkerRow;
}

/** Finds a lane with its worker; refuses an unknown lane, or one that never had a worker. */
export async function findWorker(transaction: Transaction, text: string): Promise<WorkerAndLane> {
  const lane = await findLane(transaction, text);
  const worker = await workerOf(transaction, lane.id);
  if (worker !== undefined) return { lane, worker };
  throw refusalError('not_found', message('workers.none', { lane: laneCalled(lane) }), {
    next: [{ operation: 'worker.spawn', input: { lane: lane.name } }],
  });
}

/** Finds a lane for an act of its worker; refuses an agent that does not work there: see `mayActInLane`. */
export async function findOwnWorker(
  caller: LaneCaller,
  transaction: Transaction,
  text: string,
  act: LaneAct = 'goOn',
): Promise<WorkerAndLane> {
  const found = await findWorker(transaction, text);
  throwIfRefused(await rightRefusal(caller, transaction, found, act));
  return found;
}

/** Finds the worker of the call's lane; see `ownLane`. Call it before a transaction. */
export async function ownWorker(
  context: Context,
  named: string | undefined,
  act: LaneAct = 'goOn',
): Promise<WorkerAndLane> {
  const lane = await ownLane(context, named);
  const caller = await laneCallerOf(context);
  return context.store.read(transaction => findOwnWorker(caller, transaction, lane, act));
}

/** Reason why the caller may not act as a lane's worker. */
export async function rightRefusal(
  caller: LaneCaller,
  transaction: Transaction,
  found: WorkerAndLane,
  act: LaneAct = 'goOn',
): Promise<Refusal | undefined> {
  const { lane, worker } = found;
  const { actor, workTree } = caller;
  if (actor.role !== 'agent') return undefined;
  const isAgent = isSameActor(actor, { name: worker.agent, session: worker.session });
  const isStartedIn = actor.lane === lane.name;
  const atWork = isAgent ? undefined : caller.atWork(lane, worker);
  const standing = {
    role: actor.role,
    isInside: workTree?.root === lane.worktree_path,
    isStartedIn,
    isAgent,
    wasAgent: false,
    // A program calls by another name than the one that it was started by, from its lane.
    isHeld: atWork === 'agent' || (atWork === 'program' && !isStartedIn),
    isSpawner: actor.name === lane.created_by,
    isUntouched: worker.agent === null,
    isFree: worker.state === 'ASSIGNED',
  };
  const acted = { name: lane.name, called: laneCalled(lane), agent: worker.agent, spawner: lane.created_by };
  let refusal = checkLaneRight(actor.name, acted, standing, act);
  const isHere = standing.isInside || isStartedIn;
  if (!isAgent && (isHere || (refusal !== undefined && worker.agent !== null))) {
    const past = pastOf(actor, found, await eventsOfLane(transaction, lane));
    refusal = checkLaneRight(actor.name, { ...acted, since: past.since }, { ...standing, ...past }, act);
  }
  return standing.isFree ? waitingRefusal(caller, transaction, found, act, refusal) : refusal;
}

/** The caller's past in the lane by its events, and the time at which its present agent began, ms UTC. */
function pastOf(actor: Actor, { lane, worker }: WorkerAndLane, events: readonly LaneEventRow[]) {
  const isBy = ({ actor: name, session }: LaneEventRow): boolean => isSameActor(actor, { name, session });
  const released = events.findLastIndex(({ type }) => type === 'worker_assigned');
  const starts = events.slice(released + 1).filter(({ type }) => type === 'worker_started');
  const last = starts.at(-1);
  const first = starts.findLastIndex(start => agentOf(start) !== worker.agent) + 1;
  return {
    // The actor that started the agent is responsible for it.
    isAgent: worker.agent !== null && last !== undefined && isBy(last),
    wasAgent: events.some((event, at) =>
      event.type === 'worker_started'
        ? isBy(event) || agentOf(event) === actor.name
        : at < released && event.lane === lane.name && isBy(event),
    ),
    since: worker.agent === null ? undefined : starts[first]?.ts,
  };
}

function agentOf({ payload }: LaneEventRow): unknown {
  return (JSON.parse(payload) as { readonly agent?: unknown }).agent;
}

/** Refuses work that was handed to another agent, and the start of work that another one has claimed; else `refusal`. */
async function waitingRefusal(
  { actor, clock }: Context,
  transaction: Transaction,
  { lane }: WorkerAndLane,
  act: LaneAct,
  refusal: Refusal | undefined,
): Promise<Refusal | undefined> {
  const thread = lane.kind === 'implement' ? await threadOf(transaction, lane.work_item_id) : undefined;
  if (thread === undefined) return refusal;
  const { item, dependencies } = thread;
  const handed = await handedToOther(transaction, actor, item);
  if (handed !== undefined) return refuseHanded(laneCalled(lane), handed, { lane: formatRef('lane', lane.number) });
  if (act === 'goOn' && refusal === undefined) return undefined;
  const now = clock.now();
  const heartbeats = transaction.heartbeats();
  // Only a claim from the queue has a lease.
  const isClaimed = item.lease_until !== null && item.owner !== actor.name && !isLeaseExpired(item, heartbeats, now);
  if (!isClaimed) return refusal;
  return checkClaim(item, dependencies, { actor, now, heartbeats, reassign: false }) ?? refusal;
}

/** True for a caller in the lane's worktree, and for an agent started in the lane, wherever it is. */
export function isInside({ actor, workTree }: Context, lane: LaneRow): boolean {
  return workTree?.root === lane.worktree_path || actor.lane === lane.name;
}

/** True for the agent of a lane, wherever it is. Where agents share a name, it is the one in the lane's worktree. */
export async function worksIn(context: Context, transaction: Transaction, lane: LaneRow): Promise<boolean> {
  const { actor, sharesName, workTree } = context;
  if (actor.lane === lane.name) return true;
  const { agent = null, session = null } = (await workerOf(transaction, lane.id)) ?? {};
  if (sharesName !== true) return isSameActor(actor, { name: agent, session });
  return agent === actor.name && workTree?.root === lane.worktree_path;
}

/** True for an agent that is or was the lane's, or acted there as its worker, under any name of its session. */
export async function hasWorkedIn({ actor }: Context, transaction: Transaction, lane: LaneRow): Promise<boolean> {
  const worker = await workerOf(transaction, lane.id);
  if (worker !== undefined && isSameActor(actor, { name: worker.agent, session: worker.session })) return true;
  const events = await eventsOfLane(transaction, lane);
  return events.some(
    event =>
      (eventFacts(event.type)?.byWorker === true &&
        isSameActor(actor, { name: event.actor, session: event.session })) ||
      (event.type === 'worker_started' && agentOf(event) === actor.name),
  );
}

export function eventsOfLane(transaction: Transaction, lane: LaneRow): Promise<LaneEventRow[]> {
  const { number, name, task_id: taskId, created_at: since } = lane;
  return transaction.events.ofLane({ ref: formatRef('lane', number), name, taskId, since });
}

export type WorkerChange = Partial<
  Omit<WorkerRow, 'id' | 'repository_id' | 'lane_id' | 'revision' | 'created_at' | 'state' | 'state_changed_at'>
>;

export interface WorkerMove {
  readonly act: WorkerAct;
  readonly change?: WorkerChange;
  readonly type: OwnEventType;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** End of its attempt; default: by the act. */
  readonly ends?: AttemptEnd | undefined;
  /** Reason for that end; default: the worker's. */
  readonly why?: string | undefined;
}

/** Ends of attempts by acts. */
const endsOfActs: Readonly<Partial<Record<WorkerAct, AttemptEnd>>> = {
  fail: 'failed',
  cancel: 'cancelled',
  merge: 'done',
  mergeElsewhere: 'done',
};

/** Moves a worker to another state; undefined if already there. Refuses a wrong transition, and after a concurrent change. */
export async function moveWorker(
  context: Context,
  transaction: Transaction,
  { lane, worker }: WorkerAndLane,
  { act, change = {}, type, payload = {}, ends = endsOfActs[act], why }: WorkerMove,
): Promise<WorkerRow | undefined> {
  if (isDone(worker.state, act)) return undefined;
  throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, act));
  const { actor, clock } = context;
  const now = clock.now();
  const moved = await transaction.workers.change(worker, {
    ...change,
    state: workerActs[act].to,
    state_changed_at: now,
    changed_by: actor.name,
  });
  if (moved === undefined) throw lostLane(lane);
  await tellOfLane(transaction, lane, { actor, now, type, payload: { from: worker.state, ...payload } });
  if (ends !== undefined && lane.work_item_id !== null) {
    const where = { itemId: lane.work_item_id, laneId: lane.id };
    await endAttempt({ transaction, actor, now }, where, {
      reason: ends,
      why: why ?? change.reason,
      backup: change.rescue_ref,
    });
  }
  return moved;
}
