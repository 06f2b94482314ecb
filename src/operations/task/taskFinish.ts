import * as z from 'zod';
import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { taskSchema } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskAct, checkTaskRevision, lostTask, taskName } from '../../domain/task/taskRule.js';
import { checkNoWork } from '../../domain/thread/openingRule.js';
import { holdersOf } from '../../domain/thread/thread.js';
import { gateReasonSchema } from '../../gates/gate.js';
import { judgeGate } from '../../gates/judgeGate.js';
import { message, messageOf } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { type CollectedSnapshot, collectSnapshot } from '../../records/gate/collectSnapshot.js';
import { finishedBy } from '../../records/gate/finishedBy.js';
import { nothingTakenDown, type TakenDown, takenDownFields } from '../../records/task/takenDown.js';
import { changeTask, findTask, presentOneTask, readInTask } from '../../records/task/taskAccess.js';
import { noteField, taskField, taskRevisionField } from '../../records/task/taskFields.js';
import { settleOtherItems, settleThread } from '../../records/thread/settleThread.js';
import { itemsOfTask } from '../../records/workItem/itemsOfTask.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { archiveTask } from './archiveTask.js';
import { refreshCurrentTask } from './currentTask.js';

export const taskFinish = defineOperation({
  name: 'task.finish',
  order: 80,
  title: 'Finish Task',
  menuTitle: 'Finish',
  summary:
    'Closes a task and its lanes once close-check is ready, archives it, and removes its worktree and branch if merged.',
  input: z.strictObject({
    task: taskField,
    revision: taskRevisionField,
    note: noteField.describe('Outcome'),
  }),
  output: z.object({
    task: taskSchema,
    done: z.array(z.string()),
    warnings: z.array(gateReasonSchema),
    lanes: z.array(
      z.object({
        lane: z.string(),
        worktree: z.enum(['removed', 'left', 'missing']),
        /** Backup of content that only its worktree had. */
        rescue: z.string().nullable(),
      }),
    ),
    ...takenDownFields,
  }),
  effect: 'external',
  needsHolder: true,
  progress: 'late',
  mcp: { tool: 'set_handoff_state', action: 'finish', brief: 'close-check', rare: ['task', 'note'] },
  cli: { positionals: ['task'], examples: ['task finish', 'task finish T-3 --note "Shipped in 2.1"'] },
  icon: 'check-all',
  palette: 'liveTask',
  async run(context, input) {
    const task = await readInTask(context, input.task, async (transaction, row) => {
      throwIfRefused(checkTaskRevision(row, input.revision));
      throwIfRefused(checkTaskAct(row, 'finish'));
      await refuseOtherLanes(transaction, row);
      return row;
    });
    const { finishLanes, lanesToFinish } = await import('../lane/finishLanes.js');
    const ending = await lanesToFinish(context, task);
    const { warnings, commit, bases } = await requireReady(context, task);
    const lanes = await finishLanes(context, ending);
    const done = await context.store.transaction(async transaction => {
      const row = await findTask(transaction, task.id);
      // Only the judged state may be finished.
      const changed = input.revision === undefined ? !isJudgedSo(row, task) : row.revision !== task.revision;
      if (changed) throw new RefusalError(lostTask(row));
      await refuseOtherLanes(transaction, row);
      const now = context.clock.now();
      const act = { transaction, actor: context.actor, now };
      const finished = await changeTask(
        act,
        row,
        { status: 'done', focus: null, finished_at: now, ...(commit === undefined ? {} : { observed_sha: commit }) },
        'task_finished',
        { from: row.status, ...(commit === undefined ? {} : { commit }), bases, ...noted(input.note) },
      );
      await settleThread(act, finished.work_item_id, { place: taskName(finished), ending: 'finished' });
      await settleOtherItems(act, finished, 'finished');
      return archiveTask(act, finished, null);
    });
    const takenDown = await takeDownIfPossible(context, done);
    await refreshCurrentTask(context);
    return {
      ...(await context.store.read(async transaction => ({
        task: await presentOneTask(transaction, done),
        done: (
          await itemsOfTask(transaction, done)
        )
          .filter(({ status }) => status === 'done')
          .map(({ number }) => formatRef('workItem', number)),
      }))),
      warnings,
      lanes: [...lanes],
      ...takenDown,
    };
  },
});

/** Refuses while a lane is open for an additional work item, which is not closed with the task. */
async function refuseOtherLanes(transaction: Transaction, task: TaskRow): Promise<void> {
  for (const item of await transaction.workItems.ofTask(task.id)) {
    const thread = await readThread(transaction, item);
    if (holdersOf(thread).lanes.length > 0) throwIfRefused(checkNoWork(thread));
  }
}

/** Reports a worktree that cannot be removed; the task stays finished regardless. */
async function takeDownIfPossible(context: Context, task: TaskRow): Promise<TakenDown> {
  const { lanes, workTree } = context;
  if (lanes === undefined || workTree === undefined) return nothingTakenDown;
  const { takeDown } = await import('../lane/takeDownTask.js');
  return takeDown(context, { ...lanes, workTree }, task);
}

/** Columns that the gate judged; without texts such as the focus. */
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
  const { config, bases } = await finishedBy(context, row.base_branch);
  const { snapshot, commit } = await collectWhereItIs(context, row, config);
  const { ready, reasons, warnings } = judgeGate('close-check', snapshot);
  if (ready) return { warnings: [...warnings], commit, bases };
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

/** Judges a task in its own worktree, wherever the caller is; without one, by the tip of its branch. */
async function collectWhereItIs(
  context: Context,
  { id, branch }: TaskRow,
  config: RepositoryConfig | undefined,
): Promise<CollectedSnapshot> {
  const { workTree } = context;
  const subject = { task: id, config };
  if (workTree === undefined || branch === null || (await workTree.head()).branch === branch) {
    return collectSnapshot(context, subject);
  }
  const own = (await workTree.list()).find(tree => tree.branch === branch);
  const there = own && workTree.at(own.directory);
  if (there !== undefined) return collectSnapshot({ ...context, workTree: there }, subject);
  const commit = await workTree.resolveCommit(`refs/heads/${branch}`);
  return collectSnapshot(context, commit === undefined ? subject : { ...subject, tip: { branch, commit } });
}

function noted(note: string | undefined): { note?: string } {
  return note === undefined ? {} : { note };
}
