import * as z from 'zod';
import { decisionSchema } from '../../domain/decision/decision.js';
import { bySeverity, findingSeverities } from '../../domain/finding/findingSeverity.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { sliceStatuses } from '../../domain/slice/sliceStatus.js';
import { taskSchema } from '../../domain/task/task.js';
import { archivedField } from '../../records/archivedField.js';
import { presentDecisions } from '../../records/decision/decisionRuns.js';
import { openShapes, showOpen } from '../../records/task/openRecords.js';
import { presentOneTask, readInTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { itemRefsOfTask } from '../../records/workItem/itemsOfTask.js';
import { defineOperation } from '../operation.js';

/** Max entries of each list in `show`; their own lists have all. */
const shown = { open: 5, decisions: 3 } as const;

const sliceLineSchema = z.object({ ref: z.string(), title: z.string(), status: z.enum(sliceStatuses) });

export const taskShow = defineOperation({
  name: 'task.show',
  order: 50,
  title: 'Show Task',
  menuTitle: 'Show',
  summary: 'Shows one task with its blockers, next actions, slices, latest decisions and open findings.',
  input: z.strictObject({ task: taskField, archived: archivedField }),
  output: z.object({
    task: taskSchema,
    workItems: z.array(z.string()),
    /** At most 5 open rows of each record with lists, in their order. */
    ...openShapes(),
    /** The latest 20, newest first. */
    slices: z.array(sliceLineSchema),
    /** The latest 3, newest first. */
    decisions: z.array(decisionSchema),
    openFindings: z.record(z.enum(findingSeverities), z.int()),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'show', brief: '', rare: ['task', 'archived'] },
  cli: { positionals: ['task'], examples: ['task show', 'task show T-3 --json'] },
  palette: 'task',
  async run(context, input) {
    return readInTask(context, input.task, async (transaction, row) => {
      const slices = await transaction.slices.ofTask(row.id);
      const decisions = await transaction.decisions.ofTask(row.id, shown.decisions);
      const counts = await transaction.findings.counts({ taskId: row.id, status: 'open' });
      return {
        task: await presentOneTask(transaction, row),
        workItems: await itemRefsOfTask(transaction, row),
        ...(await showOpen(transaction, row.id, shown.open)),
        slices: slices
          .slice(-20)
          .reverse()
          .map(({ number, title, status }) => ({ ref: formatRef('slice', number), title, status })),
        decisions: await presentDecisions(transaction, decisions),
        openFindings: bySeverity(severity => counts.find(count => count.severity === severity)?.count ?? 0),
      };
    });
  },
});
