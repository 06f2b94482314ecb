import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Act } from '../act.js';
import type { Context } from '../context.js';
import { changeWorkItem } from '../workItem/workItemAccess.js';
import { tellDependents } from './tellLanes.js';

/** Reopens an ended item, blocks its dependents again, and notifies the lanes that work on them. */
export async function reopenItem(context: Context, act: Act, row: WorkItemRow, reason: string): Promise<WorkItemRow> {
  const changed = await changeWorkItem(
    act,
    row,
    { status: 'pending', owner: null, owner_role: null, claimed_at: null, resolved_at: null },
    'work_item_reopened',
    { status: 'pending', from: row.status, reason },
  );
  await act.transaction.dependencies.recountBeside(row.id);
  if (row.status === 'done') await tellDependents(context, act.transaction, row);
  return changed;
}
