import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Transaction } from '../../store/store.js';
import { endAttempt } from '../attempt/attempts.js';
import type { Context } from '../context.js';
import { endCaller, isPresent, readPresence, seenActorOf } from '../presence/presence.js';
import { itemsOfTask } from '../workItem/itemsOfTask.js';
import { callerOf } from './caller.js';
import { standingOf } from './holder.js';

/** Ends a calling agent's session, so that others may take over its tasks. No effect while another of its connections is open. */
export async function endSession(context: Context): Promise<void> {
  const { actor, clock, store } = context;
  await endCaller(context);
  const now = clock.now();
  const { name, directory } = seenActorOf(context);
  const presence = (await readPresence(context))(name, directory);
  if ((presence !== undefined && isPresent(presence, now)) || (await store.health()).state !== 'ready') return;
  const caller = await callerOf(context);
  const left = await store.read(async transaction => {
    const tasks = [];
    for (const task of await transaction.tasks.live()) {
      if ((await standingOf(transaction, caller, task)).kind !== 'own') continue;
      const [last] = await transaction.events.list({ taskId: task.id, actor: name }, 'newest', 1);
      if (last?.type !== 'task_left' || (await isAtAttempt(transaction, task, name))) tasks.push(task);
    }
    return tasks;
  });
  if (left.length === 0) return;
  await store.transaction(async transaction => {
    await transaction.events.append(
      left.map(({ id, number, work_item_id }) =>
        newEvent(actor, now, 'task_left', work_item_id, { task: formatRef('task', number) }, id),
      ),
    );
    for (const task of left) {
      for (const { id } of await itemsOfTask(transaction, task))
        await endAttempt(
          { transaction, actor, now },
          { itemId: id, taskId: task.id, actor: name },
          { reason: 'session-ended' },
        );
    }
  });
}

/** True if it went on since its last session ended, without an event about the task. */
async function isAtAttempt(transaction: Transaction, task: TaskRow, actor: string): Promise<boolean> {
  for (const { id } of await itemsOfTask(transaction, task)) {
    const all = await transaction.attempts.ofItem(id);
    if (all.some(row => row.task_id === task.id && row.actor === actor && row.ended_at === null)) return true;
  }
  return false;
}
