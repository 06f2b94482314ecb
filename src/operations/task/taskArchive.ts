import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkTaskAct, taskName } from '../../domain/task/taskRule.js';
import { changeTask, findTask, presentOneTask } from '../../records/task/taskAccess.js';
import { namedTaskField, noteField, taskOutput } from '../../records/task/taskFields.js';
import { settleThread } from '../../records/thread/settleThread.js';
import { defineOperation } from '../operation.js';

export const taskArchive = defineOperation({
  name: 'task.archive',
  title: 'Archive Task',
  summary: 'Archives a task with its records; restore brings it back.',
  input: z.strictObject({ task: namedTaskField, note: noteField.describe('Why it is archived') }),
  output: taskOutput,
  effect: 'write',
  mcp: { tool: 'archive', action: 'archive', brief: '', rare: ['note'] },
  cli: { positionals: ['task'], examples: ['task archive T-3', 'task archive T-3 --note "Replaced by T-5"'] },
  palette: 'task',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const row = await findTask(transaction, input.task);
      if (row.archived_at !== null) return { task: await presentOneTask(transaction, row) };
      throwIfRefused(checkTaskAct(row, 'archive'));
      const now = context.clock.now();
      const note = input.note ?? null;
      const archived = await changeTask(
        { transaction, actor: context.actor, now },
        row,
        { archived_at: now, archive_note: note },
        'task_archived',
        { status: row.status, ...(note === null ? {} : { note }) },
      );
      if (row.status !== 'done') {
        const end = { place: taskName(row), ending: 'returned' } as const;
        await settleThread({ transaction, actor: context.actor, now }, row.work_item_id, end);
      }
      return { task: await presentOneTask(transaction, archived) };
    });
  },
});
