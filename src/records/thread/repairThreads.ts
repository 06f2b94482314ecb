import { formatRef } from '../../domain/identifier/identifier.js';
import { type LaneStatus, openStatuses } from '../../domain/lane/laneStatus.js';
import { taskName } from '../../domain/task/taskRule.js';
import { holdersOf, type Thread } from '../../domain/thread/thread.js';
import { type ThreadProblem, threadProblem } from '../../domain/thread/threadProblem.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import { type Message, message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import type { Context } from '../context.js';
import { changeLane, laneCalled } from '../lane/laneAccess.js';
import { changeTask } from '../task/taskAccess.js';
import { holdItem, readThread, threadOf } from '../workItem/threadAccess.js';
import { addItemOfWork, titleOfWork } from './itemOfWork.js';
import { settleThread } from './settleThread.js';

/** An inconsistent thread, or a live lane or task without an item. */
export interface BrokenThread {
  /** `W-3`, or the lane or task without an item. */
  readonly ref: string;
  readonly problem: ThreadProblem | 'noItem';
  readonly text: Message;
  /** Undefined if a person has to decide. */
  readonly repair?: (context: Context, act: Act) => Promise<void>;
}

/** All inconsistent threads at `now` (ms UTC), by number. */
export async function findBrokenThreads(transaction: Transaction, now: number): Promise<BrokenThread[]> {
  const heartbeats = transaction.heartbeats();
  const lanes = (await transaction.lanes.list()).filter(({ kind }) => kind === 'implement');
  const tasks = await transaction.tasks.all();
  const others = await transaction.workItems.inTasks();
  const items = new Set([
    ...[...lanes, ...tasks].flatMap(({ work_item_id: id }) => id ?? []),
    ...others.map(({ id }) => id),
  ]);
  const broken: BrokenThread[] = [];
  for (const id of items) {
    const thread = await threadOf(transaction, id);
    const problem =
      thread && threadProblem(thread, { now, heartbeats, openSince: await openSince(transaction, thread) });
    if (thread !== undefined && problem !== undefined) broken.push(brokenThread(thread, problem));
  }
  for (const lane of lanes) {
    if (lane.work_item_id !== null || !isOpen(lane.status)) continue;
    broken.push({
      ref: formatRef('lane', lane.number),
      problem: 'noItem',
      text: message('threads.noItem', { place: `${formatRef('lane', lane.number)} (${lane.name})` }),
      repair: (context, act) => giveItem(context, act, { lane: lane.id }),
    });
  }
  for (const task of await transaction.tasks.live()) {
    if (task.work_item_id !== null || lanes.some(({ task_id, status }) => task_id === task.id && isOpen(status)))
      continue;
    broken.push({
      ref: formatRef('task', task.number),
      problem: 'noItem',
      text: message('threads.noItem', { place: `${formatRef('task', task.number)} (${task.ref})` }),
      repair: (context, act) => giveItem(context, act, { task: task.id }),
    });
  }
  return broken;
}

function isOpen(status: LaneStatus): boolean {
  return openStatuses.includes(status);
}

/** Time when a person last reopened or advanced the item: earlier merges were not enough. */
async function openSince(transaction: Transaction, { item }: Thread): Promise<number> {
  let since = 0;
  for (const type of ['work_item_reopened', 'work_item_advanced']) {
    const [last] = await transaction.events.list({ type, workItemId: item.id }, 'newest', 1);
    since = Math.max(since, last?.ts ?? 0);
  }
  return since;
}

function brokenThread(thread: Thread, problem: ThreadProblem): BrokenThread {
  const { item } = thread;
  const place = placeOf(thread);
  const about = { item: nameOf(item), place: place?.called ?? '', owner: item.owner ?? message('queue.someone') };
  const hold = async (_context: Context, act: Act): Promise<void> => {
    const now = await threadOf(act.transaction, item.id);
    if (now === undefined || place === undefined) return;
    await holdItem(act, now, { name: place.worker, role: 'agent', place: place.ref });
  };
  const settle = async (_context: Context, act: Act): Promise<void> =>
    settleThread(act, item.id, { place: nameOfEnd(thread), ending: problem === 'notDone' ? 'finished' : 'returned' });
  const texts: Readonly<Record<ThreadProblem, BrokenThread['text']>> = {
    notHeld: message('threads.notHeld', about),
    heldByOther: message('threads.heldByOther', about),
    notDone: message('threads.notDone', { item: about.item }),
    deadHold: message('threads.deadHold', { item: about.item, owner: about.owner }),
    endedWithWork: message('threads.endedWithWork', { item: about.item, place: about.place }),
  };
  const repairs = { notHeld: hold, heldByOther: hold, notDone: settle, deadHold: settle, endedWithWork: undefined };
  const repair = repairs[problem];
  const ref = formatRef('workItem', item.number);
  return { ref, problem, text: texts[problem], ...(repair === undefined ? {} : { repair }) };
}

/** Worker and place of an item: in its latest lane, else in its task. */
function placeOf(
  thread: Thread,
): { readonly worker: string; readonly ref: string; readonly called: string } | undefined {
  const { lanes, tasks } = holdersOf(thread);
  const [first] = lanes;
  if (first !== undefined) {
    const { lane, worker } = first;
    return { worker: worker?.agent ?? lane.created_by, ref: formatRef('lane', lane.number), called: laneCalled(lane) };
  }
  const [task] = tasks;
  return task && { worker: task.created_by, ref: formatRef('task', task.number), called: taskName(task) };
}

function nameOfEnd({ lanes, tasks }: Thread): string {
  const lane = lanes.at(-1)?.lane;
  const task = tasks.at(-1);
  return lane === undefined ? (task === undefined ? '' : taskName(task)) : laneCalled(lane);
}

/** Adds the missing item of a live lane or task, held by its worker. */
async function giveItem(
  context: Context,
  act: Act,
  of: { readonly lane?: string; readonly task?: string },
): Promise<void> {
  const { transaction, now } = act;
  const [lane] = of.lane === undefined ? [] : await transaction.lanes.ofIds([of.lane]);
  const [task] = await transaction.tasks.ofIds([of.task ?? lane?.task_id ?? ''].filter(id => id !== ''));
  const made = await addItemOfWork(context, act, titleOfWork(task?.objective ?? lane?.description ?? lane?.name ?? ''));
  const workItem = formatRef('workItem', made.item.number);
  if (lane !== undefined) await changeLane(transaction, lane, { work_item_id: made.item.id }, now);
  if (task !== undefined && task.work_item_id === null) {
    await changeTask(act, task, { work_item_id: made.item.id }, 'task_updated', { workItem });
  }
  const thread = await readThread(transaction, made.item);
  const place = placeOf(thread);
  if (place !== undefined) await holdItem(act, thread, { name: place.worker, role: 'agent', place: place.ref });
}
