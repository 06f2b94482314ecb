import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { planOfTask } from '../../records/plan/planAccess.js';
import { findPlanFile, workTreeOf } from '../../records/plan/planFile.js';

const named = { hint: 10, details: 100 } as const;

/** Refuses an item that is not a box of the task's plan, and names the open ones. Reads the plan's file. */
export async function requirePlanItem(context: Context, task: TaskRow, item: string): Promise<void> {
  const { path } = await context.store.read(transaction => planOfTask(transaction, task));
  const { content } = await findPlanFile(workTreeOf(context), { candidates: [path], absolute: false });
  if (content === undefined) {
    throw refusalError('not_found', message('slices.planNotHere', { task: formatRef('task', task.number), path }), {
      hint: 'slices.planNotHereHint',
      details: { path },
    });
  }
  const { items } = content.document;
  if (items.some(({ id }) => id === item)) return;
  const open = items.filter(({ checked }) => !checked).map(({ id }) => id);
  const listed = `${open.slice(0, named.hint).join(', ')}${open.length > named.hint ? ', …' : ''}`;
  throw refusalError('not_found', message('slices.noBox', { path, item }), {
    hint: open.length === 0 ? message('slices.noOpenBox') : message('slices.openBoxes', { boxes: listed }),
    details: { path, item, open: open.slice(0, named.details) },
  });
}
