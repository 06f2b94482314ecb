import { message } from '../../messages/message.js';
import type { Actor } from '../actor/actor.js';
import { formatRef } from '../identifier/identifier.js';
import { type Refusal, type Remedy, refuse } from '../refusal/refusal.js';
import { nextItem, showWorker, startWorker, switchTask } from '../refusal/steps.js';
import { checkClaim, checkStart } from '../workItem/claimRule.js';
import { type HeartbeatIndex, isLeaseExpired } from '../workItem/lease.js';
import { nameOf } from '../workItem/nameOf.js';
import { checkTransition } from '../workItem/workItemRule.js';
import { isTerminal } from '../workItem/workItemStatus.js';
import { holdersOf, isHeldByWork, type Thread } from './thread.js';

export interface Opening {
  readonly actor: Actor;
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  readonly start: StartOfWork;
  /** The former holder, if the lane is reopened and its item was not returned to the queue. */
  readonly before?: string | undefined;
}

/** `early`: despite open dependencies or a later start (people only); `planned`: after other lanes. */
export type StartOfWork = 'now' | 'early' | 'planned' | 'again';

export function isHolderOrPerson({ item }: Pick<Thread, 'item'>, actor: Actor): boolean {
  return actor.role === 'human' || item.owner === null || item.owner === actor.name;
}

/** Names the lane or task that holds the item: `L-2 (login)`, or `T-1 (retry-503)`; undefined for none. */
export function holderName(thread: Thread): string | undefined {
  const { lanes, tasks } = holdersOf(thread);
  const [first] = lanes;
  if (first !== undefined) return `${formatRef('lane', first.lane.number)} (${first.lane.name})`;
  const [task] = tasks;
  return task && `${formatRef('task', task.number)} (${task.ref})`;
}

/** Refuses an item that is done, waits, or is held by someone else. Its holder and people may open a second one. */
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
  // A person who opens a lane thereby answers the question.
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

function refuseHeld(thread: Thread, given?: Remedy): Refusal {
  const { item } = thread;
  const isAsking = given === undefined && item.status === 'waiting_human';
  const waits = isAsking ? checkTransition(item, 'claim', 'in_flight') : undefined;
  if (waits !== undefined) return waits;
  const remedy = given ?? {
    hint: 'threads.heldHint',
    next: [nextItem, { operation: 'message.send', input: { to: item.owner ?? '…', text: '…' } }],
  };
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

/** Refuses to start over work whose lane or task still exists after its holder released the item. */
function refuseReleased(thread: Thread): Refusal {
  const { lanes, tasks } = holdersOf(thread);
  const [first] = lanes;
  const [task] = tasks;
  const place = holderName(thread) ?? '';
  const next =
    first !== undefined
      ? [startWorker(first.lane.name)]
      : task === undefined
        ? []
        : [switchTask(formatRef('task', task.number))];
  return refuse('conflict', message('threads.released', { item: nameOf(thread.item), place }), {
    hint: first === undefined ? 'threads.releasedHint' : 'threads.releasedLaneHint',
    next,
  });
}

/** Allows a released item, also in a lane that was handed over, and a person's takeover from a task. */
export function checkFree(
  thread: Thread,
  { reassign, actor, heartbeats, now }: Pick<Opening, 'actor' | 'heartbeats' | 'now'> & { readonly reassign: boolean },
): Refusal | undefined {
  if (!isHeldByWork(thread)) return undefined;
  if (isLeaseExpired(thread.item, heartbeats, now)) return undefined;
  const [lane] = holdersOf(thread).lanes;
  if (lane === undefined) return reassign && actor.role === 'human' ? undefined : refuseHeld(thread);
  if (!reassign) return refuseHeld(thread);
  return refuseHeld(thread, {
    hint: 'threads.reassignLaneHint',
    next: [showWorker(lane.lane.name)],
  });
}

/** Refuses while a lane or task holds the item; the hint names their commands. */
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
