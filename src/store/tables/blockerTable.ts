import { type BlockerRow, blockerDefinition } from '../../domain/task/blockerRow.js';
import { tableOf } from './table.js';

export class BlockerTable extends tableOf(blockerDefinition) {
  /** Returns the blockers of a task, oldest first. */
  ofTask(taskId: string, status?: BlockerRow['status']): Promise<BlockerRow[]> {
    return this.rows({ task_id: taskId, status }, ['number']);
  }

  /** Returns the open blockers of any of these tasks, oldest first. */
  openOf(taskIds: readonly string[]): Promise<BlockerRow[]> {
    return this.rows({ task_id: ['in', taskIds], status: 'open' }, ['number']);
  }
}
