import * as z from 'zod';
import { nextActionDefinition, nextActionStatuses } from '../../domain/task/nextActionRow.js';
import { nextActionSchema } from '../../domain/task/task.js';
import { showRows } from '../../records/showRows.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { listField, taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

const defaultLimit = 50;

export const actionList = defineOperation({
  name: 'action.list',
  order: 50,
  title: 'List Next Actions',
  summary: 'Lists the next actions of a task by priority; all unless a status is given.',
  input: z.strictObject({
    task: taskField,
    status: z.enum(nextActionStatuses).optional().describe('Only this status'),
    limit: listField(defaultLimit),
  }),
  output: z.object({
    actions: z.array(nextActionSchema),
    truncated: z.boolean(),
  }),
  effect: 'read',
  mcp: { tool: 'next_actions', action: 'list', brief: '', rare: ['task', 'status', 'limit'] },
  cli: { examples: ['action list', 'action list --status pending --json'] },
  palette: 'nextAction',
  async run(context, { limit = defaultLimit, ...input }) {
    return readInTask(context, input.task, async (transaction, task) => {
      const rows = await transaction.nextActions.ofTask(task.id, input.status);
      return {
        actions: await showRows(transaction, nextActionDefinition, rows.slice(0, limit)),
        truncated: rows.length > limit,
      };
    });
  },
});
