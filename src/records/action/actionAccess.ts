import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import type { NextActionRow } from '../../domain/task/nextActionRow.js';
import { nextActionDefinition } from '../../domain/task/nextActionRow.js';
import type { NextAction } from '../../domain/task/task.js';
import { checkTaskLive } from '../../domain/task/taskRule.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';
import { findRecord } from '../findRecord.js';
import { showRow } from '../showRows.js';
import { findTask, placeOf, requireHeld, tellOfTask } from '../task/taskAccess.js';

type Change = Partial<Pick<NextActionRow, 'action' | 'priority' | 'status' | 'note' | 'ended_at'>>;

/** Changes a pending next action of an active task; refuses an ended one. */
export async function changeAction(
  context: Context,
  named: string,
  type: OwnEventType,
  changeAt: (now: number) => Change,
): Promise<{ action: NextAction }> {
  const place = await placeOf(context);
  return context.store.transaction(async transaction => {
    const row = await findRecord(transaction, 'nextActions', named);
    const task = await findTask(transaction, row.task_id);
    await requireHeld(transaction, place, task);
    throwIfRefused(checkTaskLive(task));
    if (row.status !== 'pending') throw ended(row);
    const now = context.clock.now();
    const change = changeAt(now);
    const changed = await transaction.nextActions.change(row, change);
    if (changed === undefined) throw new Error('A next action changed within a transaction.');
    const { ended_at: _end, action: _text, ...eventPayload } = change;
    await tellOfTask({ transaction, actor: context.actor, now }, task, type, {
      action: formatRef('nextAction', row.number),
      text: changed.action,
      ...eventPayload,
    });
    return { action: await showRow(transaction, nextActionDefinition, changed) };
  });
}

function ended(row: NextActionRow): RefusalError {
  const ref = formatRef('nextAction', row.number);
  return refusalError(
    'transition_not_allowed',
    message('actions.ended', { ref, action: row.action.slice(0, 80), status: message(`state.${row.status}`) }),
    { hint: 'actions.endedHint', details: { action: ref, status: row.status } },
  );
}
