import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskLive, taskName } from '../../domain/task/taskRule.js';
import { holdersOf, type LaneOfThread } from '../../domain/thread/thread.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { statesAtWork } from '../../domain/worker/workerState.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { checkHolder, checkOpen } from '../../domain/workItem/workItemRule.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { refuseHeld } from '../../records/holding/heldRefusal.js';
import { standingOf } from '../../records/holding/holder.js';
import { findLane, laneCalled } from '../../records/lane/laneAccess.js';
import { laneAt } from '../../records/lane/laneAt.js';
import { findTask, resolveTaskOrNone, type TaskPlace, taskOfLane } from '../../records/task/taskAccess.js';
import type { LaneCaller } from '../../records/worker/laneCaller.js';
import { isInside, rightRefusal, worksIn } from '../../records/worker/workerAccess.js';
import { itemsOfTask } from '../../records/workItem/itemsOfTask.js';
import { readThread, threadOf } from '../../records/workItem/threadAccess.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';

/** Work in progress that the caller may let go of. */
export interface WorkInHand {
  readonly item: WorkItemRow;
  readonly task: TaskRow | undefined;
  readonly lane: { readonly id: string; readonly number: number; readonly isBegun: boolean } | undefined;
  /** Worktree in which it is done; null without one. */
  readonly directory: string | null;
  /** Name for its backups; undefined without a worktree. */
  readonly place: string | undefined;
  /** Worker of another lane of the item, which stays in progress there; undefined for none. */
  readonly beside: WorkerRow | undefined;
}

/**
 * Finds the work of `W-12`, `L-3` or `T-2`, by default the caller's own here. Refuses what has ended, was submitted, waits for an
 * answer, or nobody works on, and an agent for what another one holds.
 */
export async function findWork(
  context: LaneCaller,
  transaction: Transaction,
  place: TaskPlace,
  named: string | undefined,
): Promise<WorkInHand> {
  const item = await itemOf(context, transaction, place, named);
  const thread = await readThread(transaction, item);
  throwIfRefused(checkOpen(item, message('queue.actHandOver')));
  if (item.status === 'waiting_human') throw refuseState(item, 'queue.answerFirst');
  if (item.status !== 'in_flight' || isLeaseExpired(item, transaction.heartbeats(), context.clock.now())) {
    throw refusalError(
      'transition_not_allowed',
      message('queue.handNobody', { item: nameOf(item), state: stateOf(item) }),
      {
        hint: 'queue.handNobodyHint',
        next: [{ operation: 'queue.edit', input: { id: formatRef('workItem', item.number), assignee: '…' } }],
      },
    );
  }
  const { lanes, tasks } = holdersOf(thread);
  const first = await laneOf(context, transaction, lanes, named);
  const task = first === undefined ? tasks[0] : await taskOfLane(transaction, first.lane);
  await requireOwn(context, transaction, place, { item, task, first });
  if (first === undefined) {
    const directory = task?.worktree_path ?? null;
    return { item, task, lane: undefined, directory, place: task?.ref, beside: undefined };
  }
  refuseSubmitted(first);
  const { lane, worker } = first;
  const isBegun = worker !== undefined && worker.state !== 'ASSIGNED';
  return {
    ...{ item, task, directory: lane.worktree_path, place: lane.name },
    lane: { id: lane.id, number: lane.number, isBegun },
    beside: lanes.find(other => other !== first && other.worker?.agent != null)?.worker,
  };
}

/** The named one of an item's lanes, else the caller's. */
async function laneOf(
  context: Context,
  transaction: Transaction,
  lanes: readonly LaneOfThread[],
  named: string | undefined,
): Promise<LaneOfThread | undefined> {
  if (lanes.length < 2) return lanes[0];
  const isNamed = named !== undefined && /^L-?\d+$/i.test(named);
  const meant = isNamed ? await findLane(transaction, named) : await laneAt(transaction, context.workTree?.root);
  const own = lanes.find(({ lane }) => lane.id === meant?.id);
  if (own !== undefined) return own;
  for (const one of lanes) if (await worksIn(context, transaction, one.lane)) return one;
  return lanes[0];
}

async function itemOf(
  context: Context,
  transaction: Transaction,
  place: TaskPlace,
  named: string | undefined,
): Promise<WorkItemRow> {
  if (named !== undefined && /^L-?\d+$/i.test(named)) return itemOfLane(transaction, named);
  if (named !== undefined && !/^T-?\d+$/i.test(named)) return findWorkItem(transaction, named);
  const here = named === undefined ? await laneAt(transaction, context.workTree?.root) : undefined;
  if (here?.kind === 'implement') return itemOfLane(transaction, here.id);
  const task =
    named === undefined ? await resolveTaskOrNone(transaction, place, undefined) : await findTask(transaction, named);
  if (task !== undefined) {
    throwIfRefused(checkTaskLive(task));
    const items = await itemsOfTask(transaction, task);
    const open = items.find(({ status }) => !isTerminal(status));
    if (open !== undefined) return open;
    throw refusalError('not_found', message('threads.noItem', { place: taskName(task) }), {
      hint: 'queue.handNothingHint',
    });
  }
  const now = context.clock.now();
  const heartbeats = transaction.heartbeats();
  const own = { now, heartbeats, owner: context.actor.name, section: 'in_flight', order: 'queue', limit: 10 } as const;
  const [only, ...others] = await transaction.workItems.list(own);
  if (only === undefined) throw refusalError('not_found', 'queue.handNothing', { hint: 'queue.handNothingHint' });
  if (others.length === 0) return only;
  const items = [only, ...others].map(({ number }) => formatRef('workItem', number)).join(', ');
  throw refusalError('ambiguous', message('queue.handSeveral', { items }), { hint: 'queue.handNothingHint' });
}

async function itemOfLane(transaction: Transaction, named: string): Promise<WorkItemRow> {
  const lane = await findLane(transaction, named);
  if (!openStatuses.includes(lane.status)) {
    const about = {
      subject: laneCalled(lane),
      status: message(`state.${lane.status}`),
      act: message('queue.actHandOver'),
    };
    throw refusalError('transition_not_allowed', message('input.stateForbids', about), {
      hint: 'queue.handNothingHint',
    });
  }
  if (lane.kind === 'review') {
    throw refusalError('invalid_input', message('queue.handReviewLane', { lane: laneCalled(lane) }), {
      hint: 'queue.handReviewLaneHint',
    });
  }
  const thread = await threadOf(transaction, lane.work_item_id);
  if (thread !== undefined) return thread.item;
  throw refusalError('not_found', message('threads.noItem', { place: laneCalled(lane) }), {
    hint: 'queue.handNothingHint',
  });
}

interface Held {
  readonly item: WorkItemRow;
  readonly task: TaskRow | undefined;
  readonly first: LaneOfThread | undefined;
}

/** People may hand over everything; an agent what it holds, works in, or nobody is at work on. */
async function requireOwn(
  context: LaneCaller,
  transaction: Transaction,
  { caller }: TaskPlace,
  { item, task, first }: Held,
): Promise<void> {
  if (context.actor.role === 'human') return;
  if (first !== undefined && (await isOwnLane(context, transaction, first))) return;
  if (task === undefined || caller === undefined) return throwIfRefused(checkHolder(item, context.actor, 'handOver'));
  const standing = await standingOf(transaction, caller, task);
  if (standing.kind !== 'own' && standing.kind !== 'free') throwIfRefused(refuseHeld(caller, task, standing));
}

async function isOwnLane(
  context: LaneCaller,
  transaction: Transaction,
  { lane, worker }: LaneOfThread,
): Promise<boolean> {
  if (!(isInside(context, lane) || (await worksIn(context, transaction, lane)))) return false;
  return worker === undefined || (await rightRefusal(context, transaction, { lane, worker })) === undefined;
}

function refuseSubmitted({ lane, worker }: LaneOfThread): void {
  if (worker === undefined || statesAtWork.has(worker.state)) return;
  const isFailed = worker.state === 'FAILED';
  const about = {
    subject: laneCalled(lane),
    status: message(`state.${worker.state}`),
    act: message('queue.actHandOver'),
  };
  throw refusalError('transition_not_allowed', message('input.stateForbids', about), {
    ...(isFailed ? {} : { hint: 'queue.handSubmitted' as const }),
    next: [{ operation: isFailed ? 'worker.retry' : 'worker.requestChanges', input: { lane: lane.name } }],
  });
}

function stateOf({ status }: WorkItemRow) {
  return status === 'pending' ? message('queue.isPending') : message('queue.isReleased');
}

function refuseState(item: WorkItemRow, hint: 'queue.answerFirst') {
  const about = { subject: nameOf(item), status: message('queue.isWaiting'), act: message('queue.actHandOver') };
  return refusalError('transition_not_allowed', message('input.stateForbids', about), { hint });
}
