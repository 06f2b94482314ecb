import type { SliceRow } from '../../domain/slice/sliceRow.js';
import type { Context } from '../../records/context.js';
import type { ProofOwner } from '../../records/evidence/recordRun.js';
import { findRecord } from '../../records/findRecord.js';
import { taskOf } from '../../records/slice/sliceAccess.js';
import { placeOf, resolveTaskOrNone } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';

/** Named task and slice of evidence, else the worktree's task, if any, and its only open slice. Refuses several tasks. */
export async function resolveOwner(
  context: Context,
  named: { readonly task: string | undefined; readonly slice: string | undefined },
): Promise<ProofOwner> {
  const place = await placeOf(context);
  return context.store.read(async transaction => {
    if (named.slice !== undefined) {
      const slice = await findRecord(transaction, 'slices', named.slice);
      return { task: await taskOf(transaction, slice), taskId: slice.task_id, sliceId: slice.id };
    }
    const task = await resolveTaskOrNone(transaction, place, named.task);
    if (task === undefined) return { task, taskId: null, sliceId: null };
    return { task, taskId: task.id, sliceId: (await onlyOpenSlice(transaction, task.id))?.id ?? null };
  });
}

async function onlyOpenSlice(transaction: Transaction, taskId: string): Promise<SliceRow | undefined> {
  const open = (await transaction.slices.ofTask(taskId)).filter(slice => slice.status !== 'closed');
  return open.length === 1 ? open[0] : undefined;
}
