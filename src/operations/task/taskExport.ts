import * as z from 'zod';
import { findingLimits } from '../../domain/finding/findingRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { countTaskFile, taskFileCountsSchema } from '../../domain/taskFile/taskFile.js';
import { message } from '../../messages/message.js';
import { readPath } from '../../records/finding/checkFinding.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { collectTask, writeTaskFile } from './collectTask.js';

export const taskExport = defineOperation({
  name: 'task.export',
  order: 130,
  title: 'Export Task',
  asks: true,
  summary: 'Exports a task and its records, without logs, as JSON that another repository can import.',
  input: z.strictObject({
    task: taskField,
    file: wordsField(findingLimits.path).optional().describe('Path of a new file in the worktree'),
  }),
  output: z.object({
    task: z.string(),
    counts: taskFileCountsSchema,
    /** Path of the written file; null if the task is in the answer. */
    file: z.string().nullable(),
    content: z.record(z.string(), z.unknown()).nullable(),
  }),
  effect: 'external',
  // An agent has load_session; a whole task is for another repository, through the CLI.
  mcp: null,
  cli: {
    paths: { file: 'path' },
    positionals: ['task'],
    examples: ['task export T-3 > task.json', 'task export --file task.json'],
  },
  palette: 'task',
  async run(context, { task, file }) {
    const { workTree } = context;
    const path = file === undefined ? undefined : readPath(context, file);
    if (path !== undefined && workTree === undefined) {
      return refuse('no_repository', 'input.fileNeedsWorkTree', { hint: 'input.redirectAnswer' });
    }
    if (path !== undefined && (await workTree?.kindOf(path)) !== undefined) {
      return refuse('conflict', message('input.fileExists', { path }), { hint: 'input.nameNewFile' });
    }
    const content = await readInTask(context, task, collectTask);
    const answer = { task: formatRef('task', content.task.number), counts: countTaskFile(content) };
    if (path === undefined) return { ...answer, file: null, content };
    await workTree?.writeText(path, writeTaskFile(content));
    return { ...answer, file: path, content: null };
  },
});
