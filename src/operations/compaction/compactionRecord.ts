import * as z from 'zod';
import { compactionLimits, compactionSchema, compactionSummarySchema } from '../../domain/compaction/compaction.js';
import { compactionDefinition } from '../../domain/compaction/compactionRow.js';
import { writeCompaction } from '../../records/compaction/writeCompaction.js';
import { showRow } from '../../records/showRows.js';
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
      const { summary, residual, turnRange, tokensSaved } = input;
      const row = await writeCompaction(context, transaction, task, {
        ...provenance,
        summary,
        ...{ residual: residual ?? null, turn_range: turnRange ?? null, tokens_saved: tokensSaved ?? null },
        created_at: now,
      });
      return { compaction: await showRow(transaction, compactionDefinition, row) };
    });
  },
});
