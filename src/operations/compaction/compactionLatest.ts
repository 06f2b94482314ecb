import * as z from 'zod';
import { compactionSchema } from '../../domain/compaction/compaction.js';
import { compactionDefinition } from '../../domain/compaction/compactionRow.js';
import { showRow } from '../../records/showRows.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

export const compactionLatest = defineOperation({
  name: 'compaction.latest',
  order: 20,
  title: 'Show Latest Compaction',
  summary: 'Shows what the last session of a task saved when its context was compacted.',
  input: z.strictObject({ task: taskField }),
  output: z.object({ compaction: compactionSchema.nullable() }),
  effect: 'read',
  mcp: { tool: 'compaction', action: 'latest', brief: '', rare: ['task'] },
  cli: { examples: ['compaction latest', 'compaction latest --task T-3 --json'] },
  palette: 'task',
  async run(context, input) {
    return readInTask(context, input.task, async (transaction, task) => {
      const [row] = await transaction.compactions.ofTask(task.id, 1);
      return { compaction: row === undefined ? null : await showRow(transaction, compactionDefinition, row) };
    });
  },
});
