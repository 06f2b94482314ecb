import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { taskSchema } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskAct, checkTaskRevision, lostTask, taskName } from '../../domain/task/taskRule.js';
import { gateReasonSchema } from '../../gates/gate.js';
import { judgeGate } from '../../gates/judgeGate.js';
import { message, messageOf } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { changeTask, findTask, presentOneTask, readInTask } from '../../records/task/taskAccess.js';
import { noteField, taskField, taskRevisionField } from '../../records/task/taskFields.js';
import { settleThread } from '../../records/thread/settleThread.js';
import { collectSnapshot } from '../gate/collectSnapshot.js';
import { defineOperation } from '../operation.js';

export const taskFinish = defineOperation({
  name: 'task.finish',
  title: 'Finish Task',
  summary: 'Marks a task as done; refused with the reasons while close-check is not ready.',
  input: z.strictObject({
    task: taskField,
    revision: taskRevisionField,
    note: noteField.describe('Outcome'),
  }),
  output: z.object({
    task: taskSchema,
    /** What does not block. */
    warnings: z.array(gateReasonSchema),
  }),
  effect: 'write',
  mcp: { tool: 'set_handoff_state', action: 'finish', brief: 'close-check', rare: ['task', 'note'] },
  cli: { positionals: ['task'], examples: ['task finish', 'task finish T-3 --note "Shipped in 2.1"'] },
  icon: 'check-all',
  palette: 'liveTask',
  async run(context, input) {
    const task = await readInTask(context, input.task, async (_transaction, row) => {
      throwIfRefused(checkTaskRevision(row, input.revision));
      throwIfRefused(checkTaskAct(row, 'finish'));
      return row;
    });
    const { warnings, commit } = await requireReady(context, task);
    return context.store.transaction(async transaction => {
      const row = await findTask(transaction, task.id);
      // What was judged is what is finished.
      const changed = input.revision === undefined ? !isJudgedSo(row, task) : row.revision !== task.revision;
      if (changed) throw new RefusalError(lostTask(row));
      const now = context.clock.now();
      const done = await changeTask(
        { transaction, actor: context.actor, now },
        row,
        { status: 'done', focus: null, finished_at: now, ...(commit === undefined ? {} : { observed_sha: commit }) },
        'task_finished',
        { from: row.status, ...(commit === undefined ? {} : { commit }), ...noted(input.note) },
      );
      const end = { place: taskName(done), ending: 'finished' } as const;
      await settleThread({ transaction, actor: context.actor, now }, done.work_item_id, end);
      return { task: await presentOneTask(transaction, done), warnings };
    });
  },
});

/** What the gate judged of a task; its words, such as the focus, are no part of that. */
const judged = [
  'status',
  'light',
  'branch',
  'base_branch',
  'worktree_path',
  'plan_id',
  'work_item_id',
  'observed_sha',
  'archived_at',
] as const satisfies readonly (keyof TaskRow)[];

function isJudgedSo(row: TaskRow, before: TaskRow): boolean {
  return judged.every(column => row[column] === before[column]);
}

async function requireReady(context: Context, row: TaskRow) {
  const { snapshot, commit } = await collectSnapshot(context, { task: row.id });
  const { ready, reasons, warnings } = judgeGate('close-check', snapshot);
  if (ready) return { warnings: [...warnings], commit };
  const [first] = reasons;
  const others = reasons.length === 1 ? '' : message('tasks.andMore', { count: reasons.length - 1 });
  throw refusalError(
    'transition_not_allowed',
    message('tasks.notFinished', { task: taskName(row), why: first?.text ?? message('tasks.notReady'), others }),
    {
      ...(first === undefined ? {} : { hint: messageOf(first.fix) }),
      details: { task: formatRef('task', row.number), gate: 'close-check', reasons },
    },
  );
}

function noted(note: string | undefined): { note?: string } {
  return note === undefined ? {} : { note };
}
