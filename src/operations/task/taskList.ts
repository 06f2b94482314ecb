import * as z from 'zod';
import { taskSchema } from '../../domain/task/task.js';
import { taskStatuses } from '../../domain/task/taskStatus.js';
import { presentTasks } from '../../records/task/taskAccess.js';
import { listField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

const defaultLimit = 50;

export const taskList = defineOperation({
  name: 'task.list',
  order: 60,
  title: 'List Tasks',
  summary: 'Lists tasks, last changed first; archived ones on request.',
  input: z.strictObject({
    status: z.enum(taskStatuses).optional().describe('Only this status'),
    live: z.boolean().optional().describe('Only active tasks'),
    archived: z.boolean().optional().describe('Archived tasks instead'),
    limit: listField(defaultLimit),
  }),
  output: z.object({
    tasks: z.array(taskSchema),
    truncated: z.boolean(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'tasks', brief: '', rare: ['status', 'live', 'archived', 'limit'] },
  cli: {
    exclusive: [
      ['live', 'archived'],
      ['live', 'status'],
    ],
    examples: ['task list', 'task list --status review', 'task list --archived --json'],
  },
  palette: 'task',
  async run(context, { limit = defaultLimit, ...input }) {
    const filter = { status: input.status, archived: input.archived };
    const { tasks, hasArchives } = await context.store.read(async transaction => {
      const rows = input.live ? await transaction.tasks.live() : await transaction.tasks.list(filter, limit + 1);
      return { tasks: await presentTasks(transaction, rows), hasArchives: await transaction.workItems.hasArchives() };
    });
    // A finished task counts as archived once its work is.
    const archivedTasks =
      input.archived === true && hasArchives
        ? await context.store.readArchived(async transaction => {
            const { status } = input;
            const archived = await transaction.tasks.list({ status, archived: true }, limit + 1);
            const others = await transaction.tasks.list({ status }, limit + 1);
            return presentTasks(transaction, [...archived, ...others]);
          })
        : [];
    const all = [...tasks, ...archivedTasks];
    return { tasks: all.slice(0, limit), truncated: all.length > limit };
  },
});
