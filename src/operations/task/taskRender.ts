import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskStatuses } from '../../domain/task/taskStatus.js';
import { message } from '../../messages/message.js';
import { placeOf, resolveTask, type TaskPlace } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

/** The derived file; nothing reads it back. */
const file = 'CURRENT_TASK.json';

const summarySchema = z.object({
  ref: z.string(),
  name: z.string(),
  objective: z.string(),
  focus: z.string().nullable(),
  status: z.enum(taskStatuses),
  branch: z.string().nullable(),
  base: z.string().nullable(),
  revision: z.int(),
  updatedAt: z.iso.datetime(),
});

const currentTaskSchema = z.discriminatedUnion('shape', [
  z.object({
    version: z.literal(2),
    shape: z.literal('single'),
    task: summarySchema,
    blockers: z.array(z.string()),
    nextActions: z.array(z.string()),
  }),
  z.object({ version: z.literal(2), shape: z.literal('workspace_ambiguous'), tasks: z.array(summarySchema) }),
  z.object({ version: z.literal(2), shape: z.literal('none') }),
]);
type CurrentTask = z.output<typeof currentTaskSchema>;

export const taskRender = defineOperation({
  name: 'task.render',
  title: 'Render Current Task',
  summary: 'Shows the summary for CURRENT_TASK.json; writes the file on request.',
  input: z.strictObject({
    write: z.boolean().optional().describe('Write CURRENT_TASK.json in the worktree root'),
  }),
  output: z.object({
    current: currentTaskSchema,
    /** True when the file was written; false also when it held exactly this already. */
    written: z.boolean(),
  }),
  effect: 'external',
  // Agents have load_session; the file is for programs that cannot ask.
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
    const text = `${JSON.stringify(current, null, 2)}\n`;
    if ((await workTree.readText(file)) === text) return { current, written: false };
    await workTree.writeText(file, text);
    return { current, written: true };
  },
});

async function readCurrent(transaction: Transaction, place: TaskPlace): Promise<CurrentTask> {
  try {
    const row = await resolveTask(transaction, place, undefined);
    const blockers = await transaction.blockers.ofTask(row.id, 'open');
    const actions = await transaction.nextActions.ofTask(row.id, 'pending');
    return {
      version: 2,
      shape: 'single',
      task: summaryOf(row),
      blockers: blockers.slice(0, 20).map(({ description }) => description),
      nextActions: actions.slice(0, 20).map(({ action }) => action),
    };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    if (error.refusal.code === 'not_found') return { version: 2, shape: 'none' };
    const live = await transaction.tasks.live();
    const byNumber = [...live].sort((one, other) => one.number - other.number);
    return { version: 2, shape: 'workspace_ambiguous', tasks: byNumber.slice(0, 50).map(summaryOf) };
  }
}

function summaryOf(row: TaskRow): z.output<typeof summarySchema> {
  return {
    ref: formatRef('task', row.number),
    name: row.ref,
    objective: row.objective,
    focus: row.focus,
    status: row.status,
    branch: row.branch,
    base: row.base_branch,
    revision: row.revision,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
