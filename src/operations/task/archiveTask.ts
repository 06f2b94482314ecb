import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import type { Act } from '../../records/act.js';
import { endAttempt } from '../../records/attempt/attempts.js';
import { changeTask } from '../../records/task/taskAccess.js';
import { settleOtherItems, settleThread } from '../../records/thread/settleThread.js';
import { itemsOfTask } from '../../records/workItem/itemsOfTask.js';

/** Archives a task with its current status. Items of an unfinished task return to the queue. */
export async function archiveTask(act: Act, row: TaskRow, note: string | null): Promise<TaskRow> {
  const change = { archived_at: act.now, archive_note: note };
  // Its open records count for the gates of its work, as `earlierWork` reads it.
  const payload = { status: row.status, counts: true, ...(note === null ? {} : { note }) };
  const archived = await changeTask(act, row, change, 'task_archived', payload);
  const reason = row.status === 'done' ? 'done' : 'released';
  for (const { id } of await itemsOfTask(act.transaction, row))
    await endAttempt(act, { itemId: id, laneId: null, taskId: row.id }, { reason, why: note });
  if (row.status !== 'done') {
    await settleThread(act, row.work_item_id, { place: taskName(row), ending: 'returned' });
    await settleOtherItems(act, archived, 'returned');
  }
  return archived;
}
