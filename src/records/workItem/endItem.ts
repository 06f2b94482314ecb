import type { BeforeClose } from '../../domain/thread/beforeClose.js';
import { appendNotes } from '../../domain/workItem/notes.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { TerminalStatus } from '../../domain/workItem/workItemStatus.js';
import type { Act } from '../act.js';
import { changeWorkItem } from './workItemAccess.js';

export interface ItemEnd {
  readonly status: TerminalStatus;
  readonly notes?: string | undefined;
  /** Previous state, if it ends with a lane that may be restored. */
  readonly before?: BeforeClose;
}

/** Ends an open item and writes its event. `done` unblocks dependents; an ended item no longer makes its parts wait. */
export async function endItem(
  act: Act,
  open: WorkItemRow,
  { status, notes: given, before }: ItemEnd,
): Promise<WorkItemRow> {
  const row = await changeWorkItem(
    act,
    open,
    { status, notes: appendNotes(open.notes, given), lease_until: null, resolved_at: act.now },
    'work_item_resolved',
    { status, notes: given || null, ...(before === undefined ? {} : { before }) },
  );
  await act.transaction.dependencies.recountBeside(row.id);
  return row;
}
