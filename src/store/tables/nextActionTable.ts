import { type NextActionRow, nextActionDefinition } from '../../domain/task/nextActionRow.js';
import { tableOf } from './table.js';

export class NextActionTable extends tableOf(nextActionDefinition) {
  /** Returns the next actions of a task by priority, then age. */
  ofTask(taskId: string, status?: NextActionRow['status']): Promise<NextActionRow[]> {
    return this.rows({ task_id: taskId, status }, ['priority', 'number']);
  }
}
