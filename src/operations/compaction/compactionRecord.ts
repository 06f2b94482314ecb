import * as z from 'zod';
import { compactionLimits, compactionSchema, compactionSummarySchema } from '../../domain/compaction/compaction.js';
import { compactionDefinition } from '../../domain/compaction/compactionRow.js';
import { showRow } from '../../records/showRows.js';
import { tellOfTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { writeInTask } from '../../records/task/writeInTask.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

export const compactionRecord = defineOperation({
  name: 'compaction.record',
  order: 10,
  title: 'Record Compaction',
  summary: 'Saves the state of a session before its context is compacted, for the next session.',
  input: z.strictObject({
    summary: compactionSummarySchema.describe('Object with the lists done, open, next and files'),
    residual: wordsField(compactionLimits.residual).optional().describe('Anything that does not fit the lists'),
    turnRange: wordsField(compactionLimits.turnRange).optional().describe('Turns that were removed: 1-40'),
    tokensSaved: z.int().nonnegative().optional().describe('Estimated number of tokens saved'),
    task: taskField,
  }),
  output: z.object({ compaction: compactionSchema }),
  effect: 'write',
  makesTask: true,
  needsHolder: true,
  mcp: {
    tool: 'compaction',
    action: 'record',
    brief: 'done, open, next, files',
    rare: ['residual', 'turnRange', 'tokensSaved', 'task'],
  },
  cli: {
    positionals: ['summary'],
    examples: [`compaction record '{"done":["The limiter"],"next":["Its test"]}' --turn-range 1-40`],
  },
  palette: false,
  async run(context, input) {
    return writeInTask(context, input.task, async ({ transaction, task, provenance, now }) => {
      const [latest] = await transaction.compactions.ofTask(task.id, 1);
      const number = latest === undefined ? 1 : Number(latest.key.slice(-4)) + 1;
      const row = await transaction.compactions.create({
        ...provenance,
        id: context.ids.ulid(now),
        task_id: task.id,
        key: `C-${task.ref}-${String(number).padStart(4, '0')}`,
        turn_range: input.turnRange ?? null,
        summary: JSON.stringify(input.summary),
        residual: input.residual ?? null,
        tokens_saved: input.tokensSaved ?? null,
        created_at: now,
      });
      await tellOfTask({ transaction, actor: context.actor, now }, task, 'compaction_recorded', {
        compaction: row.key,
      });
      return { compaction: await showRow(transaction, compactionDefinition, row) };
    });
  },
});
