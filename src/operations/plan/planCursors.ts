import * as z from 'zod';
import { planCursorSchema } from '../../domain/plan/planCursor.js';
import { planCursorDefinition } from '../../domain/plan/planCursorRow.js';
import { planCursorStates } from '../../domain/plan/planCursorState.js';
import { taskField } from '../../records/finding/findingFields.js';
import { showRows } from '../../records/showRows.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';

const defaultPageSize = 100;

export const planCursors = defineOperation({
  name: 'plan.cursors',
  order: 100,
  title: 'Show Progress of Plan Items',
  summary: 'Lists the progress of a task’s plan items, last moved first.',
  input: z.strictObject({
    task: taskField,
    state: z.enum(planCursorStates).optional().describe('Only those in this state'),
    limit: z.int().min(1).max(1000).optional().describe('Maximum number; 100 by default'),
  }),
  output: z.object({
    cursors: z.array(planCursorSchema),
    total: z.int().nonnegative(),
  }),
  effect: 'read',
  mcp: {
    tool: 'get_handoff_state',
    action: 'plan_cursors',
    listed: 'never',
    brief: '',
    rare: ['task', 'state', 'limit'],
  },
  cli: { examples: ['plan cursors', 'plan cursors --state dispatched'] },
  palette: 'plan',
  async run(context, input) {
    return readInTask(context, input.task, async (transaction, task) => {
      const rows = await transaction.planCursors.ofTask(task.id);
      const matching = rows.filter(row => input.state === undefined || row.state === input.state);
      return {
        cursors: await showRows(transaction, planCursorDefinition, matching.slice(0, input.limit ?? defaultPageSize)),
        total: matching.length,
      };
    });
  },
});
