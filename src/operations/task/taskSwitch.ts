import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { taskSchema } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskAct, taskName } from '../../domain/task/taskRule.js';
import type { WorkTree } from '../../git/workTree.js';
import { errorText } from '../../messages/errorText.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { type Caller, callerOf } from '../../records/holding/caller.js';
import { standingOf } from '../../records/holding/holder.js';
import { takeFree } from '../../records/holding/takeOver.js';
import {
  changeTask,
  findTask,
  placeOf,
  presentOneTask,
  requireHeld,
  type TaskPlace,
  tasksAt,
} from '../../records/task/taskAccess.js';
import { namedTaskField } from '../../records/task/taskFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { archiveTask } from './archiveTask.js';
import { refreshCurrentTask } from './currentTask.js';
import { bringBack } from './taskRestore.js';

export const taskSwitch = defineOperation({
  name: 'task.switch',
  order: 40,
  title: 'Switch Task',
  menuTitle: 'Switch',
  summary: 'Switches to a task: restores it and its worktree, and archives the previous task.',
  input: z.strictObject({ task: namedTaskField }),
  output: z.object({
    task: taskSchema,
    /** Folder of its worktree, in which to continue. */
    directory: z.string().nullable(),
    changed: z.boolean(),
    /** The caller's own task in the worktree that it leaves, now archived; null for none. */
    left: z.string().nullable(),
    /** Sentence on the item's former holder; null if that has not changed. */
    taken: z.string().nullable(),
  }),
  effect: 'external',
  needsHolder: true,
  entersTask: true,
  claim: 'begins',
  idempotency: 'task',
  mcp: { tool: 'switch_task', action: 'switch', brief: '' },
  cli: { positionals: ['task'], examples: ['task switch T-3', 'task switch t3-rate-limit --json'] },
  palette: 'liveTask',
  async run(context, input) {
    const place = await placeOf(context);
    const caller = await callerOf(context);
    const { target, left } = await context.store.read(async transaction => {
      const row = await findTask(transaction, input.task);
      await requireHeld(transaction, place, row);
      // A done task is not continued, archived or not.
      if (row.status === 'done') throwIfRefused(checkTaskAct({ ...row, archived_at: null }, 'restore'));
      return { target: row, left: await taskLeft(transaction, caller, place, row) };
    });
    const { directory, made } = await goTo(context.workTree, target);
    const answer = await context.store.transaction(async transaction => {
      const act = { transaction, actor: context.actor, now: context.clock.now() };
      const leaving = left && (await findTask(transaction, left.id));
      if (leaving?.archived_at === null && leaving.status !== 'done') await archiveTask(act, leaving, null);
      const before = await findTask(transaction, target.id);
      await requireHeld(transaction, place, before);
      const back = await bringBack(context, transaction, before);
      const isMoved = directory !== null && back.worktree_path !== directory;
      const row = isMoved
        ? await changeTask(act, back, { worktree_path: directory }, 'task_switched', { workTree: directory })
        : back;
      const taken = await takeFree(transaction, caller, row);
      return {
        task: await presentOneTask(transaction, row),
        directory: row.worktree_path,
        changed: made || isMoved || before.archived_at !== null || left !== undefined,
        left: left === undefined ? null : formatRef('task', left.number),
        taken: taken === undefined ? null : say(taken),
      };
    });
    await refreshCurrentTask(context);
    return answer;
  },
});

/** The caller's own task here, which it leaves. One held by others or with open lanes continues without the caller. */
async function taskLeft(
  transaction: Transaction,
  caller: Caller,
  place: TaskPlace,
  target: TaskRow,
): Promise<TaskRow | undefined> {
  const [task, ...others] = tasksAt(await transaction.tasks.live(), place);
  if (task === undefined || others.length > 0 || task.id === target.id) return undefined;
  const { kind, holder } = await standingOf(transaction, caller, task);
  const isOwn = kind === 'own' || (kind === 'free' && [task.created_by, task.updated_by].includes(caller.actor.name));
  if (!isOwn || (holder?.role === 'human' && caller.actor.role !== 'human')) return undefined;
  const lanes = await transaction.lanes.list(openStatuses);
  return lanes.some(({ task_id }) => task_id === task.id) ? undefined : task;
}

/** Finds or recreates the worktree of a task's branch; in the caller's own if the task was there. */
export async function goTo(
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
