import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkOpening, type StartOfWork } from '../../domain/thread/openingRule.js';
import { isHeldByWork } from '../../domain/thread/thread.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import { readThread, takeForWork } from './threadAccess.js';
import { changeWorkItem } from './workItemAccess.js';

/** The work items of a task: the one that it is for, then those that it does beside it, by number. */
export async function itemsOfTask(
  { workItems }: Transaction,
  task: Pick<TaskRow, 'id' | 'work_item_id'>,
): Promise<WorkItemRow[]> {
  const own = task.work_item_id === null ? [] : await workItems.ofIds([task.work_item_id]);
  return [...own, ...(await workItems.ofTask(task.id))];
}

/** The same by their refs. */
export async function itemRefsOfTask(
  transaction: Transaction,
  task: Pick<TaskRow, 'id' | 'work_item_id'>,
): Promise<string[]> {
  return (await itemsOfTask(transaction, task)).map(({ number }) => formatRef('workItem', number));
}

/** A task takes another work item, which it holds from then on; refuses what `takeForWork` refuses. */
export async function takeIntoTask(act: Act, task: TaskRow, item: WorkItemRow, start: StartOfWork): Promise<void> {
  await takeForWork(act, await readThread(act.transaction, item), { place: formatRef('task', task.number), start });
  const [taken] = await act.transaction.workItems.ofIds([item.id]);
  if (taken !== undefined) await linkToTask(act, taken, task);
}

/** A task that is restored takes back what nobody has taken or ended since; the rest is not its any more. */
export async function takeBackItems(act: Act, task: TaskRow): Promise<void> {
  const { actor, now, transaction } = act;
  for (const item of await transaction.workItems.ofTask(task.id)) {
    const thread = await readThread(transaction, item);
    const opening = { actor, now, heartbeats: transaction.heartbeats(), start: 'again' } as const;
    const isFree = !isHeldByWork(thread) && checkOpening(thread, opening) === undefined;
    if (isFree) await takeForWork(act, thread, { place: formatRef('task', task.number), start: 'again' });
    else await linkToTask(act, item, null);
  }
}

/** Makes an item one of those that a task does beside its own one, or of no task; returns it as it is then. */
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
