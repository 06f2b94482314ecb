import type { Role } from '../../domain/actor/actor.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
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

/** Who holds a task, or the lane in which it is worked on. */
export interface Holder {
  readonly name: string;
  /** Undefined where it is not recorded. */
  readonly role: Role | undefined;
  /** Root of the worktree in which it works; null for none. */
  readonly directory: string | null;
  /** The item by which it holds the task; undefined for a task without one, and in a lane. */
  readonly item: WorkItemRow | undefined;
}

/**
 * What a task is to a caller: its `own`; `free`, as nobody holds it, or someone who has ended, or a person who started it for
 * agents; `held` by another agent that is at work; or `taken`, by a person from whoever had it.
 */
export type Standing =
  | { readonly kind: 'own'; readonly holder: Holder }
  | { readonly kind: 'free'; readonly holder: Holder | undefined; readonly seenAt: number | undefined }
  | { readonly kind: 'held'; readonly holder: Holder; readonly seenAt: number | undefined }
  | { readonly kind: 'taken'; readonly holder: Holder; readonly seenAt: undefined };

/** What a task is to a caller where the call is made: in the worktree of a lane of the task its worker is the holder. */
export async function standingOf(transaction: Transaction, caller: Caller, task: TaskRow): Promise<Standing> {
  const holder = await holderFor(transaction, caller, task);
  if (holder === undefined) return { kind: 'free', holder, seenAt: undefined };
  if (holds(caller, holder)) return { kind: 'own', holder };
  if (holder.role === 'human') {
    const isTaken = await isTakenByPerson(transaction, holder);
    return isTaken ? { kind: 'taken', holder, seenAt: undefined } : { kind: 'free', holder, seenAt: undefined };
  }
  const { isLiving, seenAt } = await lifeOf(transaction, caller, holder);
  return { kind: isLiving ? 'held' : 'free', holder, seenAt };
}

/** True for what the caller holds, by its name, or by its name and worktree where others go by that name. */
export function holds({ actor, sharesName, directory }: Caller, holder: Pick<Holder, 'name' | 'directory'>): boolean {
  return holder.name === actor.name && (!sharesName || holder.directory === (directory ?? null));
}

async function holderFor(transaction: Transaction, caller: Caller, task: TaskRow): Promise<Holder | undefined> {
  const { directory } = caller;
  const lane = directory === task.worktree_path ? undefined : await laneAt(transaction, directory);
  if (lane?.task_id !== task.id) return holderOf(transaction, task, caller.now);
  const [worker] = await transaction.workers.ofLanes([lane.id]);
  if (worker?.agent == null) return undefined;
  return { name: worker.agent, role: undefined, directory: lane.worktree_path, item: undefined };
}

/** Who holds a task: who holds the first of its open items that no lane holds, else who started it; undefined for nobody. */
export async function holderOf(transaction: Transaction, task: TaskRow, now: number): Promise<Holder | undefined> {
  const directory = task.worktree_path;
  for (const item of await itemsOfTask(transaction, task)) {
    if (isTerminal(item.status) || holdersOf(await readThread(transaction, item)).lanes.length > 0) continue;
    // It was handed over, or a claim that is not renewed ran out.
    if (item.owner === null || item.status === 'pending' || isLeaseExpired(item, transaction.heartbeats(), now))
      return undefined;
    return { name: item.owner, role: item.owner_role ?? undefined, directory, item };
  }
  return { name: task.created_by, role: undefined, directory, item: undefined };
}

/** True where the item was someone else's before the person took it. */
async function isTakenByPerson({ events }: Transaction, { item, name }: Holder): Promise<boolean> {
  if (item === undefined) return false;
  const [last] = await events.list({ workItemId: item.id, type: 'work_item_claimed' }, 'newest', 1);
  return last?.actor === name && typeof presentEvent(last).payload.previousOwner === 'string';
}

/** Whether an agent is at work, and when it was last seen, ms UTC. */
async function lifeOf(
  { events }: Transaction,
  { actor, now, presenceOf }: Caller,
  { name, directory }: Holder,
): Promise<{ isLiving: boolean; seenAt: number | undefined }> {
  const presence = presenceOf(name, directory ?? undefined);
  if (presence !== undefined) return { isLiving: isPresent(presence, now), seenAt: presence.seenAt };
  // Earlier versions leave events alone, which tell no worktree; of one's own name they may be one's own.
  const [last] =
    name === actor.name
      ? []
      : await events.list({ actor: name, from: now - presentForMs + 1, to: now + 1 }, 'newest', 1);
  const isLiving = last?.role === 'agent';
  return { isLiving, seenAt: isLiving ? last?.ts : undefined };
}
