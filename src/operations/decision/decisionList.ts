import * as z from 'zod';
import { decisionSchema } from '../../domain/decision/decision.js';
import { archivedField } from '../../records/archivedField.js';
import { presentDecisions } from '../../records/decision/decisionRuns.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { listField, taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

const defaultLimit = 20;

export const decisionList = defineOperation({
  name: 'decision.list',
  order: 20,
  title: 'List Decisions',
  summary: 'Lists the decisions of a task, newest first.',
  input: z.strictObject({ task: taskField, archived: archivedField, limit: listField(defaultLimit) }),
  output: z.object({
    decisions: z.array(decisionSchema),
    truncated: z.boolean(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'decisions', brief: '', rare: ['task', 'archived', 'limit'] },
  cli: { examples: ['decision list', 'decision list --task T-3 --limit 5 --json'] },
  palette: 'decision',
  async run(context, { limit = defaultLimit, ...input }) {
    return readInTask(context, input.task, async (transaction, task) => {
      const rows = await transaction.decisions.ofTask(task.id, limit + 1);
      const shown = rows.slice(0, limit);
      return { decisions: await presentDecisions(transaction, shown), truncated: rows.length > limit };
    });
  },
});
