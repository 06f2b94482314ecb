import { message } from '../../messages/message.js';
import type { Actor } from '../actor/actor.js';
import { formatRef } from '../identifier/identifier.js';
import { type Refusal, type Remedy, refuse } from '../refusal/refusal.js';
import { showWorker } from '../refusal/steps.js';
import { checkClaim, checkStart } from '../workItem/claimRule.js';
import { type HeartbeatIndex, isLeaseExpired } from '../workItem/lease.js';
import { nameOf } from '../workItem/nameOf.js';
import { checkTransition } from '../workItem/workItemRule.js';
import { isTerminal } from '../workItem/workItemStatus.js';
import { holdersOf, isHeldByWork, type Thread } from './thread.js';

/** A lane or a task that is to be opened for an item. */
export interface Opening {
  readonly actor: Actor;
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  readonly start: StartOfWork;
  /** Who held the item in a lane that is opened again without having gone back to the queue. */
  readonly before?: string | undefined;
}

/**
 * When the work is to begin: `now`; `early`, although dependencies are open or its time has not come, as people may; `planned`,
 * after other lanes, so that open dependencies do not matter yet; `again`, as it began before.
 */
export type StartOfWork = 'now' | 'early' | 'planned' | 'again';

/** True for who may do to the work of an item what only its holder and people do. */
export function isHolderOrPerson({ item }: Pick<Thread, 'item'>, actor: Actor): boolean {
  return actor.role === 'human' || item.owner === null || item.owner === actor.name;
}

/** `L-2 (login)`, or `T-1 (retry-503)`: what holds the item of a thread; undefined when nothing does. */
export function holderName(thread: Thread): string | undefined {
  const { lanes, tasks } = holdersOf(thread);
  const [first] = lanes;
  if (first !== undefined) return `${formatRef('lane', first.lane.number)} (${first.lane.name})`;
  const [task] = tasks;
  return task && `${formatRef('task', task.number)} (${task.ref})`;
}

/**
 * Refuses to open a lane or a task for an item that is done, that waits for others or for a person, or that someone else holds.
 * Its holder and people may open another one beside the existing ones.
 */
export function checkOpening(thread: Thread, { actor, now, heartbeats, start, before }: Opening): Refusal | undefined {
  const { item, dependencies } = thread;
  if (start === 'early' && actor.role !== 'human') {
    return refuse('not_allowed', message('threads.earlyIsForPeople', { item: nameOf(item) }), {
      hint: 'input.personDoes',
    });
  }
  if (isTerminal(item.status)) return checkTransition(item, 'claim', 'in_flight');
  if (isHeldByWork(thread)) {
    if (isHolderOrPerson(thread, actor)) return undefined;
    return isLeaseExpired(item, heartbeats, now) ? refuseReleased(thread) : refuseHeld(thread);
  }
  // A person who opens a lane for it decides what was asked.
  if (item.status === 'waiting_human') {
    return actor.role === 'human' ? undefined : checkTransition(item, 'claim', 'in_flight');
  }
  const isTaken = item.status === 'in_flight' && !isLeaseExpired(item, heartbeats, now);
  const isOwn = item.owner === actor.name || (item.lease_until === null && item.owner === before);
  if (isTaken && !isOwn) {
    return checkClaim(item, dependencies, { actor, now, heartbeats, reassign: false });
  }
  if (isTaken || start === 'early' || start === 'again') return undefined;
  return checkStart(start === 'planned' ? { ...item, open_dependencies: 0 } : item, dependencies, now);
}

/** Refuses what someone does to an item that a lane or a task holds. */
function refuseHeld(thread: Thread, remedy: Remedy = { hint: 'threads.heldHint' }): Refusal {
  const { item } = thread;
  const { lanes, tasks } = holdersOf(thread);
  const place = holderName(thread) ?? '';
  return refuse(
    'conflict',
    message('threads.held', { item: nameOf(item), place, owner: item.owner ?? message('queue.someone') }),
    {
      ...remedy,
      details: {
        owner: item.owner,
        token: item.token,
        lanes: lanes.map(({ lane }) => formatRef('lane', lane.number)),
        tasks: tasks.map(({ number }) => formatRef('task', number)),
      },
    },
  );
}

/** Refuses to begin anew what goes on in the task that its holder released. */
function refuseReleased(thread: Thread): Refusal {
  const [task] = holdersOf(thread).tasks;
  const place = holderName(thread) ?? '';
  return refuse('conflict', message('threads.released', { item: nameOf(thread.item), place }), {
    hint: 'threads.releasedHint',
    ...(task === undefined
      ? {}
      : { next: [{ operation: 'task.switch', input: { task: formatRef('task', task.number) } }] }),
  });
}

/** Refuses to claim an item that a lane or a task holds, unless its holder released it; a person may take one in a task. */
export function checkFree(
  thread: Thread,
  { reassign, actor, heartbeats, now }: Pick<Opening, 'actor' | 'heartbeats' | 'now'> & { readonly reassign: boolean },
): Refusal | undefined {
  if (!isHeldByWork(thread)) return undefined;
  const [lane] = holdersOf(thread).lanes;
  if (lane === undefined) {
    const isFree = isLeaseExpired(thread.item, heartbeats, now) || (reassign && actor.role === 'human');
    return isFree ? undefined : refuseHeld(thread);
  }
  if (!reassign) return refuseHeld(thread);
  return refuseHeld(thread, {
    hint: 'threads.reassignLaneHint',
    next: [showWorker(lane.lane.name)],
  });
}

/** Refuses to end or release an item by itself while a lane or a task holds it; names what ends those. */
export function checkNoWork(thread: Thread): Refusal | undefined {
  if (!isHeldByWork(thread)) return undefined;
  const { lanes, tasks } = holdersOf(thread);
  const [first] = lanes;
  if (first !== undefined) {
    return refuseHeld(thread, {
      hint: 'threads.endLaneHint',
      next: [showWorker(first.lane.name)],
    });
  }
  const task = tasks.map(({ number }) => formatRef('task', number))[0];
  return refuseHeld(thread, { hint: 'threads.endTaskHint', next: [{ operation: 'task.finish', input: { task } }] });
}
