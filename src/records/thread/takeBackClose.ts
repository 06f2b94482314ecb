import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { type BeforeClose, lastStatusEvent, readBeforeClose } from '../../domain/thread/beforeClose.js';
import { checkOpening } from '../../domain/thread/openingRule.js';
import { isLiveTask, isOwnTask, type Thread } from '../../domain/thread/thread.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Act } from '../act.js';
import type { Context } from '../context.js';
import { laneCalled, workerOf } from '../lane/laneAccess.js';
import { linkToTask } from '../workItem/itemsOfTask.js';
import { changeWorkItem } from '../workItem/workItemAccess.js';
import { reopenItem } from './reopenItem.js';

/** Max events of an item to search for its last change of holder or status. */
const searchedEvents = 200;

export interface CloseOfItem {
  /** The item before the close; undefined once its holder or status has changed. */
  readonly before: BeforeClose | undefined;
  /** Set if someone has ended or claimed the item since, so that the lane cannot be reopened. */
  readonly refusal: Refusal | undefined;
}

/** Changes of a closed lane's item since the close, and if `actor` may reopen the lane. */
export async function readCloseOfItem(
  { transaction, actor, now }: Act,
  thread: Thread,
  lane: LaneRow,
): Promise<CloseOfItem> {
  const { item } = thread;
  const filter = { type: 'work_item_*', workItemId: item.id };
  const events = await transaction.events.list(filter, 'newest', searchedEvents);
  const agent = (await workerOf(transaction, lane.id))?.agent ?? null;
  const before = readBeforeClose(events, lane, item, agent);
  if (before !== undefined) return { before, refusal: undefined };
  const last = lastStatusEvent(events);
  const about = { item: nameOf(item), actor: last?.actor ?? message('queue.someone'), lane: laneCalled(lane) };
  const details = { status: item.status, owner: item.owner };
  if (isTerminal(item.status)) {
    const text = {
      done: message('threads.doneSince', about),
      failed: message('threads.failedSince', about),
      cancelled: message('threads.cancelledSince', about),
    }[item.status];
    const id = formatRef('workItem', item.number);
    const remedy = { next: [{ operation: 'queue.reopen', input: { id } }], details };
    return { before, refusal: refuse('transition_not_allowed', text, remedy) };
  }
  const refusal = checkOpening(thread, {
    actor,
    now,
    heartbeats: transaction.heartbeats(),
    start: 'again',
    before: agent ?? lane.created_by,
  });
  if (refusal?.code !== 'conflict' || lane.status !== 'closed') return { before, refusal };
  const claimed = message('threads.claimedSince', { ...about, actor: item.owner ?? about.actor });
  return { before, refusal: refuse('conflict', claimed, { hint: 'threads.claimedSinceHint', details }) };
}

/** Restores status, holder, question and light task of a closed lane's item. The claim's new token keeps earlier ones refused. */
export async function takeBackClose(
  context: Context,
  act: Act,
  thread: Thread,
  { lane, before }: { readonly lane: LaneRow; readonly before: BeforeClose },
): Promise<void> {
  const open = await backInTask(act, thread, await reopenEnded(context, act, thread.item, lane), before.task);
  const { status, owner, ownerRole: owner_role, question, claimedAt: claimed_at } = before;
  const token = open.token + 1;
  const change = { status, owner, owner_role, question, claimed_at, token, lease_until: null } as const;
  const place = formatRef('lane', lane.number);
  const previousOwner = open.status === 'in_flight' && open.owner !== owner ? { previousOwner: open.owner } : {};
  const payload = { status, token, leaseUntil: null, place, ...previousOwner };
  await changeWorkItem(act, open, change, 'work_item_claimed', payload);
}

/** Puts an item back into the light task that continued without it. */
async function backInTask(act: Act, thread: Thread, item: WorkItemRow, taskId: string | null): Promise<WorkItemRow> {
  const [task] = taskId === null || item.task_id !== null ? [] : await act.transaction.tasks.ofIds([taskId]);
  return task === undefined || !isLiveTask(task) || isOwnTask(thread, task) ? item : linkToTask(act, item, task);
}

/** Reopens an item that ended with a lane; returns an open one unchanged. */
export async function reopenEnded(context: Context, act: Act, item: WorkItemRow, lane: LaneRow): Promise<WorkItemRow> {
  if (!isTerminal(item.status)) return item;
  return reopenItem(context, act, item, say(message('threads.laneReopened', { lane: laneCalled(lane) })));
}

/** Tasks of a thread that were archived when its lane was closed. */
export function archivedWith({ tasks }: Thread, lane: LaneRow): Thread['tasks'] {
  return tasks.filter(({ archived_at, status }) => archived_at === lane.updated_at && status !== 'done');
}
