import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkTaskAct } from '../../domain/task/taskRule.js';
import { findTask, placeOf, presentOneTask, requireHeld } from '../../records/task/taskAccess.js';
import { namedTaskField, noteField, taskOutput } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';
import { archiveTask } from './archiveTask.js';
import { refreshCurrentTask } from './currentTask.js';

export const taskArchive = defineOperation({
  name: 'task.archive',
  order: 90,
  title: 'Archive Task',
  menuTitle: 'Archive',
  summary: 'Archives a task with its records; restore brings it back.',
  input: z.strictObject({ task: namedTaskField, note: noteField.describe('Why it is archived') }),
  output: taskOutput,
  effect: 'write',
  needsHolder: true,
  mcp: { tool: 'archive', action: 'archive', brief: '', rare: ['note'] },
  cli: { positionals: ['task'], examples: ['task archive T-3', 'task archive T-3 --note "Replaced by T-5"'] },
  palette: 'task',
  async run(context, input) {
    const place = await placeOf(context);
    const answer = await context.store.transaction(async transaction => {
      const row = await findTask(transaction, input.task);
      await requireHeld(transaction, place, row);
      if (row.archived_at !== null) return { task: await presentOneTask(transaction, row) };
      throwIfRefused(checkTaskAct(row, 'archive'));
      const act = { transaction, actor: context.actor, now: context.clock.now() };
      const archived = await archiveTask(act, row, input.note ?? null);
      return { task: await presentOneTask(transaction, archived) };
    });
    await refreshCurrentTask(context);
    return answer;
  },
});
