import * as z from 'zod';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { placeOf } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';
import { currentTaskSchema, currentTaskFile as file, readCurrent, writeCurrent } from './currentTask.js';

export const taskRender = defineOperation({
  name: 'task.render',
  order: 150,
  title: 'Show CURRENT_TASK.json',
  summary: 'Shows the summary for CURRENT_TASK.json; writes the file on request.',
  input: z.strictObject({
    write: z.boolean().optional().describe('Write CURRENT_TASK.json in the worktree root'),
  }),
  output: z.object({
    current: currentTaskSchema,
    /** False also if the content was already identical. */
    written: z.boolean(),
  }),
  effect: 'external',
  // Agents have load_session; the file is for programs that cannot call it.
  mcp: null,
  cli: { examples: ['task render --json', 'task render --write'] },
  palette: 'task',
  async run(context, input) {
    const place = await placeOf(context);
    const current = await context.store.read(transaction => readCurrent(transaction, place));
    if (input.write !== true) return { current, written: false };
    const { workTree } = context;
    if (workTree === undefined) {
      throw refusalError('no_repository', message('tasks.noWorkTreeFor', { file }), {
        hint: 'tasks.noWorkTreeForHint',
      });
    }
    // A derived file should not be committed; a tracked one stays tracked.
    const trees = await context.lanes?.trees();
    await trees?.exclude([`/${file}`]);
    return { current, written: await writeCurrent(workTree, current) };
  },
});
