import type { Role } from '../../domain/actor/actor.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { BeforeClose } from '../../domain/thread/beforeClose.js';
import { checkOpening, type StartOfWork } from '../../domain/thread/openingRule.js';
import { holdersOf, isHeldByWork, type Thread } from '../../domain/thread/thread.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import { type AttemptEnding, beginAttempt } from '../attempt/attempts.js';
import { waitsOf } from './waitsOf.js';
import { changeWorkItem } from './workItemAccess.js';

export async function readThread(transaction: Transaction, item: WorkItemRow): Promise<Thread> {
  const own = await transaction.tasks.ofWorkItem(item.id);
  const other = item.task_id === null ? [] : await transaction.tasks.ofIds([item.task_id]);
  const lanes = await transaction.lanes.ofWorkItem(item.id);
  const workers = new Map(
    (await transaction.workers.ofLanes(lanes.map(({ id }) => id))).map(worker => [worker.lane_id, worker]),
  );
  return {
    item,
    dependencies: await waitsOf(transaction, item),
    tasks: [...own, ...other].sort((one, next) => one.number - next.number),
    lanes: lanes.map(lane => ({ lane, worker: workers.get(lane.id) })),
  };
}

/** Reads the thread by the item's ULID; undefined for null and a missing item. */
export async function threadOf(transaction: Transaction, itemId: string | null): Promise<Thread | undefined> {
  const item = itemId === null ? undefined : await transaction.workItems.find({ by: 'ulid', ulid: itemId });
  return item && readThread(transaction, item);
}

/** A lane or task that is about to be written for an item. */
export interface WorkStart {
  /** `L-2`, `T-1` */
  readonly place: string;
  /** ULID of the task; undefined for a lane, whose attempt begins with its worker. */
  readonly taskId?: string;
  readonly start: StartOfWork;
  /** The item's holder in a lane that is reopened before the item returned to the queue. */
  readonly before?: string | undefined;
}

/** Makes the lane or task about to be written hold the item; refuses what `checkOpening` refuses. */
export async function takeForWork(
  act: Act,
  thread: Thread,
  { place, taskId, start, before }: WorkStart,
): Promise<void> {
  const { actor, now, transaction } = act;
  const heartbeats = transaction.heartbeats();
  throwIfRefused(checkOpening(thread, { actor, now, heartbeats, start, before }));
  if (taskId !== undefined) await beginAttempt(act, { itemId: thread.item.id, laneId: null, taskId, by: actor });
  // A lane's worker keeps the item while another lane or a task is opened beside it.
  const { lanes } = holdersOf(thread);
  const isHeld = isHeldByWork(thread) && !isLeaseExpired(thread.item, heartbeats, now);
  if (isHeld && (thread.item.status === 'in_flight' || lanes.length > 0)) return;
  await holdItem(act, thread, { name: actor.name, role: actor.role, place });
}

/** Makes an agent that continues a task the holder of its items, except a lane's. `previous`: end of the last holder's attempts. True if it did not hold one of them. */
export async function goOnWithTask(
  act: Act,
  task: Pick<TaskRow, 'id' | 'number' | 'work_item_id'>,
  previous: AttemptEnding,
): Promise<boolean> {
  const { actor, transaction } = act;
  if (actor.role !== 'agent') return false;
  let isNews = false;
  const others = await transaction.workItems.ofTask(task.id);
  for (const itemId of [task.work_item_id, ...others.map(({ id }) => id)]) {
    const thread = await threadOf(transaction, itemId);
    if (thread === undefined || !isTakenOn(thread.item) || holdersOf(thread).lanes.length > 0) continue;
    await holdItem(act, thread, { name: actor.name, role: actor.role, place: formatRef('task', task.number) });
    await beginAttempt(act, { itemId: thread.item.id, laneId: null, taskId: task.id, by: actor, previous });
    isNews ||= thread.item.owner !== actor.name || thread.item.lease_until !== null;
  }
  return isNews;
}

/** True for an item in progress, also while it waits for an answer. */
function isTakenOn({ status }: WorkItemRow): boolean {
  return status === 'in_flight' || status === 'waiting_human';
}

export interface Holder {
  readonly name: string;
  readonly role: Role;
  /** The lane or task in which it is done: `L-2`, `T-1`. */
  readonly place: string;
  /** Previous state, if closing a lane passes it on. */
  readonly before?: BeforeClose;
}

/**
 * Gives an item to a lane's or task's worker, without a lease, as long as that is open. Replaces a claim, whose token is refused
 * from then on. A question stays open while work continues, unless a person opens a lane for it, which decides it.
 */
export async function holdItem(act: Act, thread: Thread, { name, role, place, before }: Holder): Promise<void> {
  const { item } = thread;
  if (isTerminal(item.status)) return;
  const goesOn = isHeldByWork(thread);
  const status = goesOn && item.status === 'waiting_human' && role !== 'human' ? 'waiting_human' : 'in_flight';
  if (item.owner === name && item.lease_until === null && item.status === status) return;
  const token = item.token + 1;
  const previousOwner = item.status === 'in_flight' && item.owner !== name ? item.owner : null;
  const change = { status, owner: name, owner_role: role, token, lease_until: null } as const;
  await changeWorkItem(act, item, goesOn ? change : { ...change, claimed_at: act.now }, 'work_item_claimed', {
    status,
    token,
    leaseUntil: null,
    place,
    ...(previousOwner === null ? {} : { previousOwner }),
    ...(before === undefined ? {} : { before }),
  });
}
