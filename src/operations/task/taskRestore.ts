import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskAct, secondTask } from '../../domain/task/taskRule.js';
import type { Context } from '../../records/context.js';
import { changeTask, findTask, presentOneTask } from '../../records/task/taskAccess.js';
import { namedTaskField, taskOutput } from '../../records/task/taskFields.js';
import { takeBackItems } from '../../records/workItem/itemsOfTask.js';
import { takeForWork, threadOf } from '../../records/workItem/threadAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

export const taskRestore = defineOperation({
  name: 'task.restore',
  order: 100,
  title: 'Restore Task',
  summary: 'Restores an archived task with the status it had.',
  input: z.strictObject({ task: namedTaskField }),
  output: taskOutput,
  effect: 'write',
  claim: 'begins',
  mcp: { tool: 'archive', action: 'restore', brief: '' },
  cli: { positionals: ['task'], examples: ['task restore T-3'] },
  palette: 'task',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const row = await findTask(transaction, input.task);
      return { task: await presentOneTask(transaction, await bringBack(context, transaction, row)) };
    });
  },
});

/** Takes a task out of the archive. Refuses a second active one on its branch. `isHeld`: a lane holds its item. */
export async function bringBack(
  context: Context,
  transaction: Transaction,
  row: TaskRow,
  { isHeld = false } = {},
): Promise<TaskRow> {
  if (row.archived_at === null && row.status !== 'done') return row;
  throwIfRefused(checkTaskAct(row, 'restore'));
  const now = context.clock.now();
  if (row.status !== 'done') {
    const thread = await threadOf(transaction, row.work_item_id);
    throwIfRefused(secondTask(await transaction.tasks.live(), row.branch, thread?.item));
    const act = { transaction, actor: context.actor, now };
    const place = formatRef('task', row.number);
    if (thread !== undefined && !isHeld) await takeForWork(act, thread, { place, taskId: row.id, start: 'again' });
    await takeBackItems(act, row);
  }
  return changeTask(
    { transaction, actor: context.actor, now },
    row,
    { archived_at: null, archive_note: null },
    'task_restored',
    { status: row.status },
  );
}
