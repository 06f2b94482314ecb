import * as z from 'zod';
import { RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { taskSchema } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskAct, taskName, taskState } from '../../domain/task/taskRule.js';
import type { WorkTree } from '../../git/workTree.js';
import { errorText } from '../../messages/errorText.js';
import { message } from '../../messages/message.js';
import { changeTask, findTask, presentOneTask } from '../../records/task/taskAccess.js';
import { namedTaskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';
import { bringBack } from './taskRestore.js';

export const taskSwitch = defineOperation({
  name: 'task.switch',
  title: 'Switch Task',
  summary: 'Switches to a task: restores it from the archive and its worktree, and checks out its branch.',
  input: z.strictObject({ task: namedTaskField }),
  output: z.object({
    task: taskSchema,
    /** Where to continue: the folder of its worktree. */
    directory: z.string().nullable(),
    /** False when everything was there already. */
    changed: z.boolean(),
  }),
  effect: 'external',
  idempotency: 'task',
  mcp: { tool: 'switch_task', action: 'switch', brief: '' },
  cli: { positionals: ['task'], examples: ['task switch T-3', 'task switch t3-rate-limit --json'] },
  palette: 'liveTask',
  async run(context, input) {
    const target = await context.store.read(async transaction => {
      const row = await findTask(transaction, input.task);
      if (taskState(row) === 'done') throwIfRefused(checkTaskAct(row, 'restore'));
      return row;
    });
    const { directory, made } = await goTo(context.workTree, target);
    return context.store.transaction(async transaction => {
      const before = await findTask(transaction, target.id);
      const back = await bringBack(context, transaction, before);
      const isMoved = directory !== null && back.worktree_path !== directory;
      const row = isMoved
        ? await changeTask(
            { transaction, actor: context.actor, now: context.clock.now() },
            back,
            { worktree_path: directory },
            'task_switched',
            { workTree: directory },
          )
        : back;
      const changed = made || isMoved || before.archived_at !== null;
      return { task: await presentOneTask(transaction, row), directory: row.worktree_path, changed };
    });
  },
});

/** Finds the worktree of a task's branch, or makes it again; in the caller's own when it lived there. */
async function goTo(
  workTree: WorkTree | undefined,
  { branch, worktree_path: directory, ...row }: TaskRow,
): Promise<{ directory: string | null; made: boolean }> {
  if (workTree === undefined || branch === null) return { directory, made: false };
  const trees = await workTree.list();
  const present = trees.find(tree => tree.branch === branch);
  if (present !== undefined) return { directory: present.directory, made: false };
  if (!(await workTree.branchExists(branch))) {
    throw refusalError('not_found', message('tasks.branchGone', { branch, task: taskName(row) }), {
      hint: message('tasks.branchGoneHint', { branch }),
      details: { branch, lastSeen: row.observed_sha },
    });
  }
  try {
    if (directory === null || directory === workTree.root) {
      await workTree.switchToBranch(branch);
      return { directory: workTree.root, made: true };
    }
    await workTree.attachWorkTree(directory, branch);
    return { directory, made: true };
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    const text =
      errorText(error)
        .split('\n')
        .find(line => line.trim() !== '') ?? '';
    throw refusalError('conflict', message('git.didNotSwitch', { said: text.slice(0, 300) }), {
      hint: 'git.didNotSwitchHint',
    });
  }
}
