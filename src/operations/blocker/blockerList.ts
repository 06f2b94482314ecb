import * as z from 'zod';
import { blockerDefinition, blockerStatuses } from '../../domain/task/blockerRow.js';
import { blockerSchema } from '../../domain/task/task.js';
import { showRows } from '../../records/showRows.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { listField, taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

const defaultLimit = 50;

export const blockerList = defineOperation({
  name: 'blocker.list',
  order: 30,
  title: 'List Blockers',
  summary: 'Lists the blockers of a task, oldest first; all unless a status is given.',
  input: z.strictObject({
    task: taskField,
    status: z.enum(blockerStatuses).optional().describe('Only this status'),
    limit: listField(defaultLimit),
  }),
  output: z.object({
    blockers: z.array(blockerSchema),
    truncated: z.boolean(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'blockers', brief: '', rare: ['task', 'status', 'limit'] },
  cli: { examples: ['blocker list', 'blocker list --status open --json'] },
  palette: 'blocker',
  async run(context, { limit = defaultLimit, ...input }) {
    return readInTask(context, input.task, async (transaction, task) => {
      const rows = await transaction.blockers.ofTask(task.id, input.status);
      return {
        blockers: await showRows(transaction, blockerDefinition, rows.slice(0, limit)),
        truncated: rows.length > limit,
      };
    });
  },
});
