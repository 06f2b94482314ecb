import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { startSlice } from '../../domain/refusal/steps.js';
import type { Slice } from '../../domain/slice/slice.js';
import { type SliceRow, sliceDefinition } from '../../domain/slice/sliceRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { findRecord } from '../findRecord.js';
import { showRow, showRows } from '../showRows.js';
import { requireHeld, resolveTask, type TaskPlace } from '../task/taskAccess.js';

type Row = Omit<SliceRow, 'repository_id'>;

export interface NamedSlice {
  readonly task: string | undefined;
  readonly slice: string | undefined;
}

/** Resolves the named slice, else the task's only unclosed one. Refuses several, never guessed (`ambiguous`), and none. */
export async function resolveSlice(
  transaction: Transaction,
  place: TaskPlace,
  named: NamedSlice,
): Promise<{ slice: SliceRow; task: TaskRow }> {
  if (named.slice !== undefined) {
    const slice = await findRecord(transaction, 'slices', named.slice);
    const task = await taskOf(transaction, slice);
    await requireHeld(transaction, place, task);
    return { slice, task };
  }
  const task = await resolveTask(transaction, place, named.task);
  const open = (await transaction.slices.ofTask(task.id)).filter(({ status }) => status !== 'closed');
  const [only] = open;
  if (only !== undefined && open.length === 1) return { slice: only, task };
  const name = formatRef('task', task.number);
  if (only === undefined) {
    throw refusalError('not_found', message('slices.noneOpen', { task: name }), {
      hint: 'slices.noneOpenHint',
      next: [startSlice],
    });
  }
  const candidates = open.map(({ number, title }) => ({ slice: formatRef('slice', number), title }));
  throw refusalError(
    'ambiguous',
    message('slices.ambiguous', {
      count: open.length,
      task: name,
      slices: candidates.map(({ slice }) => slice).join(', '),
    }),
    { hint: 'slices.ambiguousHint', details: { candidates } },
  );
}

export async function taskOf(transaction: Transaction, slice: SliceRow): Promise<TaskRow> {
  const [task] = await transaction.tasks.ofIds([slice.task_id]);
  if (task === undefined) throw new Error(`${formatRef('slice', slice.number)} belongs to no task.`);
  return task;
}

export function presentSlices(transaction: Transaction, rows: readonly Row[]): Promise<Slice[]> {
  return showRows(transaction, sliceDefinition, rows);
}

export function presentOneSlice(transaction: Transaction, row: Row): Promise<Slice> {
  return showRow(transaction, sliceDefinition, row);
}
