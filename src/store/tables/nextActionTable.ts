import { type NextActionRow, nextActionDefinition } from '../../domain/task/nextActionRow.js';
import { tableOf } from './table.js';

export class NextActionTable extends tableOf(nextActionDefinition) {
  /** The next actions of a task by priority, then age; those of `status` alone when it is given. */
  ofTask(taskId: string, status?: NextActionRow['status']): Promise<NextActionRow[]> {
    return this.rows({ task_id: taskId, status }, ['priority', 'number']);
  }
}
