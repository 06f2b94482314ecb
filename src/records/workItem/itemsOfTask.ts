import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkOpening, type StartOfWork } from '../../domain/thread/openingRule.js';
import { isHeldByWork } from '../../domain/thread/thread.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import { readThread, takeForWork } from './threadAccess.js';
import { changeWorkItem } from './workItemAccess.js';

/** Work items of a task: its own first, then by number. */
export async function itemsOfTask(
  { workItems }: Transaction,
  task: Pick<TaskRow, 'id' | 'work_item_id'>,
): Promise<WorkItemRow[]> {
  const own = task.work_item_id === null ? [] : await workItems.ofIds([task.work_item_id]);
  return [...own, ...(await workItems.ofTask(task.id))];
}

/** Refs in the same order. */
export async function itemRefsOfTask(
  transaction: Transaction,
  task: Pick<TaskRow, 'id' | 'work_item_id'>,
): Promise<string[]> {
  return (await itemsOfTask(transaction, task)).map(({ number }) => formatRef('workItem', number));
}

/** Adds an item to a task, which then holds it; refuses what `takeForWork` refuses. */
export async function takeIntoTask(act: Act, task: TaskRow, item: WorkItemRow, start: StartOfWork): Promise<void> {
  await takeForWork(act, await readThread(act.transaction, item), {
    place: formatRef('task', task.number),
    taskId: task.id,
    start,
  });
  const [taken] = await act.transaction.workItems.ofIds([item.id]);
  if (taken !== undefined) await linkToTask(act, taken, task);
}

/** Gives a restored task its items back that were not taken or ended since; unlinks the others. */
export async function takeBackItems(act: Act, task: TaskRow): Promise<void> {
  const { actor, now, transaction } = act;
  for (const item of await transaction.workItems.ofTask(task.id)) {
    const thread = await readThread(transaction, item);
    const opening = { actor, now, heartbeats: transaction.heartbeats(), start: 'again' } as const;
    const isFree = !isHeldByWork(thread) && checkOpening(thread, opening) === undefined;
    const place = formatRef('task', task.number);
    if (isFree) await takeForWork(act, thread, { place, taskId: task.id, start: 'again' });
    else await linkToTask(act, item, null);
  }
}

/** Makes an item one of a task's other items, or removes it; returns its new state. */
export async function linkToTask(
  act: Act,
  item: WorkItemRow,
  task: Pick<TaskRow, 'id' | 'number'> | null,
): Promise<WorkItemRow> {
  const [left] = item.task_id === null ? [] : await act.transaction.tasks.ofIds([item.task_id]);
  const [before, after] = [left, task].map(one => (one == null ? null : formatRef('task', one.number)));
  return changeWorkItem(act, item, { task_id: task?.id ?? null }, 'work_item_edited', {
    fields: ['task'],
    before: { task: before },
    after: { task: after },
  });
}
