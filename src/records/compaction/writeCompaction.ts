import type { CompactionSummary } from '../../domain/compaction/compaction.js';
import type { CompactionRow } from '../../domain/compaction/compactionRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { tellOfTask } from '../task/taskAccess.js';

type NewCompaction = Omit<CompactionRow, 'id' | 'repository_id' | 'task_id' | 'key' | 'summary'> & {
  readonly summary: CompactionSummary;
};

/** Writes a task's next compaction, from which the next session continues, and its event. */
export async function writeCompaction(
  { actor, ids }: Pick<Context, 'actor' | 'ids'>,
  transaction: Transaction,
  task: TaskRow,
  { summary, ...columns }: NewCompaction,
) {
  const now = columns.created_at;
  const [latest] = await transaction.compactions.ofTask(task.id, 1);
  const number = latest === undefined ? 1 : Number(latest.key.slice(-4)) + 1;
  const row = await transaction.compactions.create({
    ...columns,
    id: ids.ulid(now),
    task_id: task.id,
    key: `C-${task.ref}-${String(number).padStart(4, '0')}`,
    summary: JSON.stringify(summary),
  });
  await tellOfTask({ transaction, actor, now }, task, 'compaction_recorded', { compaction: row.key });
  return row;
}
