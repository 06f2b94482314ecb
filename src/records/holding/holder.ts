import type { Actor, Role } from '../../domain/actor/actor.js';
import { isFor } from '../../domain/agent/agents.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { holdersOf } from '../../domain/thread/thread.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import type { Transaction } from '../../store/store.js';
import { laneAt } from '../lane/laneAt.js';
import { isPresent, presentForMs } from '../presence/presence.js';
import { itemsOfTask } from '../workItem/itemsOfTask.js';
import { readThread } from '../workItem/threadAccess.js';
import type { Caller } from './caller.js';

/** Holder of a task, or of the lane in which it is worked on. */
export interface Holder {
  readonly name: string;
  readonly role: Role | undefined;
  /** Root of its worktree; null for none. */
  readonly directory: string | null;
  /** Item by which it holds the task; undefined in a lane, and for a task without one. */
  readonly item: WorkItemRow | undefined;
}

/**
 * A task is the caller's `own`; `free`: without a holder at work, or started by a person for agents; `held` by another agent at
 * work; `taken` by a person from its holder; or `handed` to someone else, or by someone else than the caller, its last holder.
 */
export type Standing =
  | { readonly kind: 'own'; readonly holder: Holder }
  | { readonly kind: 'free'; readonly holder: Holder | undefined; readonly seenAt: number | undefined }
  | { readonly kind: 'held'; readonly holder: Holder; readonly seenAt: number | undefined }
  | { readonly kind: 'taken'; readonly holder: Holder; readonly seenAt: undefined }
  | { readonly kind: 'handed'; readonly holder: undefined; readonly to: string | null; readonly by: string };

/** In the worktree of one of the task's lanes, the lane's worker is the holder. */
export async function standingOf(transaction: Transaction, caller: Caller, task: TaskRow): Promise<Standing> {
  const holder = await holderFor(transaction, caller, task);
  if (holder === undefined)
    return (await handedOn(transaction, caller, task)) ?? { kind: 'free', holder, seenAt: undefined };
  if (holds(caller, holder)) return { kind: 'own', holder };
  if (holder.role === 'human') {
    const isTaken = await isTakenByPerson(transaction, holder);
    return isTaken ? { kind: 'taken', holder, seenAt: undefined } : { kind: 'free', holder, seenAt: undefined };
  }
  const { isLiving, seenAt } = await lifeOf(transaction, caller, holder);
  return { kind: isLiving ? 'held' : 'free', holder, seenAt };
}

/** Undefined unless the task was handed over and is not for the calling agent. */
async function handedOn(transaction: Transaction, { actor }: Caller, task: TaskRow): Promise<Standing | undefined> {
  if (actor.role !== 'agent') return undefined;
  const item = (await itemsOfTask(transaction, task)).find(({ status }) => !isTerminal(status));
  const handed = item && (await handedToOther(transaction, actor, item));
  return handed && { kind: 'handed', holder: undefined, ...handed };
}

/** Last hand-over of an item that nobody has claimed since, if it is not for the calling agent; undefined otherwise. */
export async function handedToOther(
  { events }: Transaction,
  actor: Actor,
  { id, token, assignee: to }: Pick<WorkItemRow, 'id' | 'token' | 'assignee'>,
): Promise<{ readonly to: string | null; readonly by: string } | undefined> {
  if (actor.role !== 'agent') return undefined;
  const [last] = await events.list({ workItemId: id, type: 'work_item_handed_over' }, 'newest', 1);
  // A later claim has another token.
  if (last === undefined || presentEvent(last).payload.token !== token) return undefined;
  const isForOther = to !== null && !isFor(to, actor);
  const isFromOther = presentEvent(last).payload.owner === actor.name && last.actor !== actor.name;
  return isForOther || isFromOther ? { to, by: last.actor ?? '' } : undefined;
}

/** True for the holder by name, or by name and worktree if others share the name. */
export function holds({ actor, sharesName, directory }: Caller, holder: Pick<Holder, 'name' | 'directory'>): boolean {
  return holder.name === actor.name && (!sharesName || holder.directory === (directory ?? null));
}

async function holderFor(transaction: Transaction, caller: Caller, task: TaskRow): Promise<Holder | undefined> {
  const lane = await laneAt(transaction, caller.directory);
  return lane?.task_id === task.id ? workerOf(transaction, lane) : holderOf(transaction, task, caller.now);
}

async function workerOf(transaction: Transaction, lane: LaneRow): Promise<Holder | undefined> {
  const [worker] = await transaction.workers.ofLanes([lane.id]);
  if (worker?.agent == null) return undefined;
  return { name: worker.agent, role: undefined, directory: lane.worktree_path, item: undefined };
}

/**
 * Worker of the lane in whose worktree the task is, else holder of the first of its open items that no lane holds, else the actor that
 * started it; undefined for none.
 */
export async function holderOf(transaction: Transaction, task: TaskRow, now: number): Promise<Holder | undefined> {
  const directory = task.worktree_path;
  // A task in the worktree of its lane is the worker's.
  const lane = await laneAt(transaction, directory ?? undefined);
  if (lane?.task_id === task.id) return workerOf(transaction, lane);
  for (const item of await itemsOfTask(transaction, task)) {
    if (isTerminal(item.status) || holdersOf(await readThread(transaction, item)).lanes.length > 0) continue;
    // Handed over, or the claim expired.
    if (item.owner === null || item.status === 'pending' || isLeaseExpired(item, transaction.heartbeats(), now))
      return undefined;
    return { name: item.owner, role: item.owner_role ?? undefined, directory, item };
  }
  return { name: task.created_by, role: undefined, directory, item: undefined };
}

/** True if the item was someone else's before the person took it. */
async function isTakenByPerson({ events }: Transaction, { item, name }: Holder): Promise<boolean> {
  if (item === undefined) return false;
  const [last] = await events.list({ workItemId: item.id, type: 'work_item_claimed' }, 'newest', 1);
  return last?.actor === name && typeof presentEvent(last).payload.previousOwner === 'string';
}

/** Liveness of an agent, and its last sighting in ms UTC. */
async function lifeOf(
  { events }: Transaction,
  { actor, now, presenceOf }: Caller,
  { name, directory }: Holder,
): Promise<{ isLiving: boolean; seenAt: number | undefined }> {
  const presence = presenceOf(name, directory ?? undefined);
  if (presence !== undefined) return { isLiving: isPresent(presence, now), seenAt: presence.seenAt };
  // Earlier versions leave only events, without a worktree; those under the caller's name may be its own.
  const [last] =
    name === actor.name
      ? []
      : await events.list({ actor: name, from: now - presentForMs + 1, to: now + 1 }, 'newest', 1);
  const isLiving = last?.role === 'agent';
  return { isLiving, seenAt: isLiving ? last?.ts : undefined };
}
