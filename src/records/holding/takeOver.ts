import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { type Message, message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { goOnWithTask } from '../workItem/threadAccess.js';
import { type Caller, callerOf } from './caller.js';
import { agoText } from './heldRefusal.js';
import { standingOf } from './holder.js';
import { resumeLeft } from './resumeLeft.js';

/** Gives the caller the free task that its call continued, and notifies it. */
export async function takeOver(context: Context): Promise<void> {
  const { writing, store, notify } = context;
  if (writing !== undefined) await resumeLeft(context);
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
