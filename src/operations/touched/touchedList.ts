import * as z from 'zod';
import { touchedFileSchema } from '../../domain/task/task.js';
import { touchedFileDefinition } from '../../domain/task/touchedFileRow.js';
import { showRows } from '../../records/showRows.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { listField, taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

const defaultLimit = 200;

export const touchedList = defineOperation({
  name: 'touched.list',
  order: 20,
  title: 'List Touched Files',
  summary: 'Lists the files touched by work on a task, latest first.',
  input: z.strictObject({ task: taskField, limit: listField(defaultLimit) }),
  output: z.object({
    files: z.array(touchedFileSchema),
    total: z.int(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'touched_files', brief: '', rare: ['task', 'limit'] },
  cli: { examples: ['touched list', 'touched list --task T-3 --limit 20 --json'] },
  palette: 'task',
  async run(context, input) {
    return readInTask(context, input.task, async (transaction, task) => {
      const rows = await transaction.touchedFiles.ofTask(task.id, input.limit ?? defaultLimit);
      return {
        files: await showRows(transaction, touchedFileDefinition, rows),
        total: await transaction.touchedFiles.count(task.id),
      };
    });
  },
});
