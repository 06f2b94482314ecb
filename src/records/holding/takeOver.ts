import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { type Message, message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import { beginAttempt, leftAttempt } from '../attempt/attempts.js';
import type { Context } from '../context.js';
import { itemsOfTask } from '../workItem/itemsOfTask.js';
import { goOnWithTask } from '../workItem/threadAccess.js';
import { type Caller, callerOf } from './caller.js';
import { agoText } from './heldRefusal.js';
import { standingOf } from './holder.js';

/** Gives the caller the free task that its call continued, and notifies it. */
export async function takeOver(context: Context): Promise<void> {
  const { writing, store, notify } = context;
  const id = writing?.taken?.id;
  if (id === undefined) return;
  const caller = await callerOf(context);
  const notice = await store.transaction(async transaction => {
    const [task] = await transaction.tasks.ofIds([id]);
    return task && takeFree(transaction, caller, task);
  });
  if (notice !== undefined) notify?.(notice);
}

/** Makes the caller the holder of a free task; returns a message about it. */
export async function takeFree(transaction: Transaction, caller: Caller, task: TaskRow): Promise<Message | undefined> {
  const standing = await standingOf(transaction, caller, task);
  const { actor, now } = caller;
  const act = { transaction, actor, now };
  if (standing.kind === 'own') await resumeAttempts(act, task);
  if (standing.kind !== 'free') return undefined;
  const { holder, seenAt } = standing;
  const reason = holder?.role === 'human' ? 'taken-over' : 'session-ended';
  const isTaken = await goOnWithTask(act, task, { reason, at: seenAt });
  if (!isTaken) return undefined;
  const what = holder?.item === undefined ? formatRef('task', task.number) : formatRef('workItem', holder.item.number);
  return holder === undefined
    ? message('tasks.yoursNow', { what })
    : message('tasks.yoursNowAfter', {
        what,
        holder: holder.name,
        ago: seenAt === undefined ? '' : message('tasks.lastActive', { ago: agoText(now - seenAt) }),
      });
}

/** Continues the attempts at a task that its holder's last session left. */
async function resumeAttempts(act: Act, task: TaskRow): Promise<void> {
  const { actor, transaction } = act;
  for (const { id } of await itemsOfTask(transaction, task)) {
    const left = await leftAttempt(transaction, { itemId: id, taskId: task.id, actor: actor.name });
    if (left !== undefined) await beginAttempt(act, { itemId: id, laneId: left.lane_id, taskId: task.id, by: actor });
  }
}
