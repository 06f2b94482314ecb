import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { nextActionDefinition } from '../../domain/task/nextActionRow.js';
import { defaultActionPriority } from '../../domain/task/task.js';
import { translated } from '../../domain/text/translated.js';
import { actionOutput, actionPriorityField, actionTextField } from '../../records/action/actionFields.js';
import { showRow } from '../../records/showRows.js';
import { tellOfTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { writeInTask } from '../../records/task/writeInTask.js';
import { defineOperation } from '../operation.js';

export const actionAdd = defineOperation({
  name: 'action.add',
  order: 10,
  title: 'Add Next Action',
  menuTitle: 'Add',
  asks: true,
  summary: 'Adds a next action to a task; a task with a pending one cannot be finished.',
  input: z.strictObject({
    text: actionTextField.describe(translated('What to do, in one line')),
    priority: actionPriorityField,
    task: taskField,
  }),
  output: actionOutput,
  effect: 'write',
  makesTask: true,
  mcp: { tool: 'task_records', kind: 'action', action: 'add', brief: '', rare: ['priority', 'task'] },
  cli: {
    positionals: ['text'],
    examples: ['action add "Write the test for two clients"', 'action add "Ship" --priority 200'],
  },
  icon: 'add',
  palette: 'liveTask',
  async run(context, input) {
    return writeInTask(context, input.task, async ({ transaction, task, provenance, now }) => {
      const row = await transaction.nextActions.create({
        ...provenance,
        id: context.ids.ulid(now),
        task_id: task.id,
        action: input.text,
        priority: input.priority ?? defaultActionPriority,
        status: 'pending',
        created_at: now,
      });
      await tellOfTask({ transaction, actor: context.actor, now }, task, 'next_action_added', {
        action: formatRef('nextAction', row.number),
        text: row.action,
      });
      return { action: await showRow(transaction, nextActionDefinition, row) };
    });
  },
});
