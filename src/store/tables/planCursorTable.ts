import { type PlanCursorRow, planCursorDefinition } from '../../domain/plan/planCursorRow.js';
import { tableOf } from './table.js';

export class PlanCursorTable extends tableOf(planCursorDefinition) {
  /** Returns the cursors of a task, last changed first. */
  ofTask(taskId: string): Promise<PlanCursorRow[]> {
    return this.rows({ task_id: taskId }, ['-updated_at', 'id']);
  }
}
