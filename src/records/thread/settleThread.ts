import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { listedNames } from '../../domain/records.js';
import { RefusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { refAndText } from '../../domain/session/openRecords.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import { type BeforeClose, beforeClose } from '../../domain/thread/beforeClose.js';
import type { EndedWork } from '../../domain/thread/endedWork.js';
import { checkNoWork } from '../../domain/thread/openingRule.js';
import {
  holdersOf,
  isLiveTask,
  isOwnTask,
  mergedLane,
  outcomeOf,
  type Thread,
  type WorkEnding,
} from '../../domain/thread/thread.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { type Message, message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import type { FinishNote } from '../gate/finishedBy.js';
import { laneCalled } from '../lane/laneAccess.js';
import { openRecords } from '../task/openRecords.js';
import { changeTask } from '../task/taskAccess.js';
import { endItem } from '../workItem/endItem.js';
import { linkToTask } from '../workItem/itemsOfTask.js';
import { holdItem, threadOf } from '../workItem/threadAccess.js';
import { changeWorkItem, lostRace } from '../workItem/workItemAccess.js';

export interface WorkEnd {
  /** Display name: `L-2 (login)`. */
  readonly place: string;
  readonly lane?: string;
  readonly ending: WorkEnding;
  readonly reason?: string | null;
  /** Cancels the item if nothing was merged. */
  readonly cancelsItem?: boolean | undefined;
  /** For the lane's task, if it is done with it. */
  readonly finish?: FinishNote | undefined;
  /** The closed lane, for whose restoring the item's previous state is kept. */
  readonly closed?: LaneRow;
}

/** The item's state, stored in its event for restoring the lane. */
type Kept = { readonly before?: BeforeClose };

/** Settles the item after a lane or task has ended: done, waiting for a person, ready, or held by the remaining work. */
export async function settleThread(act: Act, itemId: string | null, end: WorkEnd): Promise<void> {
  const thread = await threadOf(act.transaction, itemId);
  if (thread === undefined || isTerminal(thread.item.status)) return;
  const left = await leftOf(act.transaction, thread);
  const kept = end.closed === undefined ? {} : { before: beforeClose(end.closed, thread) };
  switch (outcomeOf(thread, end.ending, left.length)) {
    case 'held':
      return passOn(act, thread, kept);
    case 'done':
      return conclude(act, thread, kept, end.finish);
    case 'left':
      return askWhatIsLeft(act, thread, left, kept);
    case 'failed':
      return ask(
        act,
        thread,
        message('threads.failed', { place: end.place, reason: withoutFullStop(end.reason ?? '') }),
        { ...(end.lane === undefined ? {} : { ended: { how: 'failed', lane: end.lane } }), ...kept },
      );
    case 'ready':
      return end.cancelsItem === true
        ? cancelItem(act, thread, end.place, kept)
        : returnToQueue(act, thread, end.place, kept);
  }
}

/** The surrounding sentence has its own full stop. */
function withoutFullStop(reason: string): string {
  return reason.replace(/(?<!\.)\.\s*$/, '');
}

function restOf(left: readonly string[]): Message {
  const what = left.join(', ');
  return message(left.length === 1 ? 'threads.leftOne' : 'threads.leftMany', { what });
}

/** Unfinished rest of a thread whose lanes are merged: refs of open slices and other open records of its tasks. */
async function leftOf(transaction: Transaction, { item, tasks }: Thread): Promise<string[]> {
  const left: string[] = [];
  for (const task of tasks) {
    if (task.archived_at !== null || !isOwnTask({ item }, task)) continue;
    // A task that continues with other items keeps its unfinished rest.
    if (isLiveTask(task) && (await openOthers(transaction, task)).length > 0) continue;
    const slices = task.light === 1 ? [] : await transaction.slices.ofTask(task.id);
    const open = await openRecords(transaction, task.id);
    left.push(
      ...slices.filter(({ status }) => status !== 'closed').map(({ number }) => formatRef('slice', number)),
      ...listedNames.flatMap(name => open[name].map(row => refAndText(name, row).ref)),
    );
  }
  return left;
}

/** Archives a thread's live tasks without a merge and returns its item to the queue. */
async function returnToQueue(act: Act, thread: Thread, place: string, kept: Kept): Promise<void> {
  await release(act, await leaveTasks(act, thread, place), place, kept);
}

async function cancelItem(act: Act, thread: Thread, place: string, kept: Kept): Promise<void> {
  await endItem(act, await leaveTasks(act, thread, place), { status: 'cancelled', ...kept });
}

/** Archives the tasks of an item that a person gives back or cancels. Refuses while a lane is live, which has files to keep. */
export async function endWork(act: Act, thread: Thread): Promise<WorkItemRow> {
  if (holdersOf(thread).lanes.length > 0) throwIfRefused(checkNoWork(thread));
  const { number } = thread.item;
  return leaveTasks(act, thread, formatRef('workItem', number));
}

export async function settleOtherItems(act: Act, task: TaskRow, ending: 'finished' | 'returned'): Promise<void> {
  for (const { id } of await act.transaction.workItems.ofTask(task.id)) {
    await settleThread(act, id, { place: taskName(task), ending });
  }
}

/** Archives an item's live tasks, except one with other open items; returns the item's new state. */
async function leaveTasks(act: Act, thread: Thread, place: string): Promise<WorkItemRow> {
  for (const task of holdersOf(thread).tasks) {
    if (!isOwnTask(thread, task) || (await goOnWithOthers(act, task))) continue;
    const note = say(message('threads.nothingMerged', { place }));
    const change = { archived_at: act.now, archive_note: note };
    await changeTask(act, task, change, 'task_archived', { status: task.status, note });
  }
  return leaveOtherTask(act, thread);
}

async function leaveOtherTask(act: Act, thread: Thread): Promise<WorkItemRow> {
  const { item } = thread;
  return holdersOf(thread).tasks.every(task => isOwnTask(thread, task)) ? item : linkToTask(act, item, null);
}

/** By number. */
async function openOthers({ workItems }: Transaction, { id }: Pick<TaskRow, 'id'>): Promise<WorkItemRow[]> {
  return (await workItems.ofTask(id)).filter(({ status }) => !isTerminal(status));
}

/** Makes the next open item the task's own after its own item left; false if there is none. */
async function goOnWithOthers(act: Act, task: TaskRow): Promise<boolean> {
  const { transaction } = act;
  const [next] = await openOthers(transaction, task);
  if (next === undefined) return false;
  const payload = { fields: ['workItem'], workItem: formatRef('workItem', next.number) };
  await changeTask(act, task, { work_item_id: next.id }, 'task_updated', payload);
  // It stays in the task, whose event covers it.
  if ((await transaction.workItems.change(next, { task_id: null })) === undefined)
    throw new RefusalError(lostRace(next));
  return true;
}

/** Passes the item to the latest remaining lane or task if its holder has none left. */
async function passOn(act: Act, thread: Thread, kept: Kept): Promise<void> {
  const { lanes, tasks } = holdersOf(thread);
  const holders = [
    ...lanes.map(({ lane, worker }) => ({
      name: worker?.agent ?? lane.created_by,
      place: formatRef('lane', lane.number),
    })),
    ...tasks.map(task => ({ name: task.created_by, place: formatRef('task', task.number) })),
  ];
  const last = holders.at(-1);
  if (last === undefined || holders.some(({ name }) => name === thread.item.owner)) return;
  await holdItem(act, thread, { ...last, ...kept, role: thread.item.owner_role ?? 'agent' });
}

async function conclude(act: Act, thread: Thread, kept: Kept, note?: FinishNote): Promise<void> {
  for (const task of holdersOf(thread).tasks) {
    if (!isOwnTask(thread, task) || (await goOnWithOthers(act, task))) continue;
    const seen = note === undefined ? {} : { observed_sha: note.commit };
    const change = { status: 'done', focus: null, finished_at: act.now, ...seen } as const;
    await changeTask(act, task, change, 'task_finished', { from: task.status, ...note });
  }
  await endItem(act, await leaveOtherTask(act, thread), { status: 'done', ...kept });
}

function askWhatIsLeft(act: Act, thread: Thread, left: readonly string[], kept: Kept): Promise<void> {
  const lane = mergedLane(thread);
  if (lane === undefined) throw new Error('Nothing of the thread is merged.');
  const asked = message('threads.left', { place: laneCalled(lane), rest: restOf(left) });
  return ask(act, thread, asked, { ended: { how: 'merged', lane: lane.name }, ...kept });
}

/** Asks a person how to continue with the item; `ended` distinguishes that from a question about the work. */
async function ask(
  act: Act,
  { item }: Thread,
  asked: Message,
  about: Kept & { readonly ended?: EndedWork },
): Promise<void> {
  const question = say(asked);
  const change = { status: 'waiting_human', question, answer: null, lease_until: null } as const;
  await changeWorkItem(act, item, change, 'work_item_asked', {
    status: 'waiting_human',
    question,
    ...about,
  });
}

async function release(act: Act, item: WorkItemRow, place: string, kept: Kept): Promise<void> {
  if (item.status === 'pending') return;
  // An answered one stays with its answer.
  const asked = item.status === 'waiting_human' ? { question: null } : {};
  await changeWorkItem(
    act,
    item,
    { status: 'pending', owner: null, owner_role: null, lease_until: null, claimed_at: null, ...asked },
    'work_item_released',
    { status: 'pending', owner: item.owner, token: item.token, notes: null, place, ...kept },
  );
}
