import { type PlanRow, planDefinition } from '../../domain/plan/planRow.js';
import { tableOf } from './table.js';

export class PlanTable extends tableOf(planDefinition) {
  /** By path, after the path `after`. */
  list(
    { taskId, status }: { taskId?: string | undefined; status?: PlanRow['status'] | undefined },
    limit: number,
    after?: string | undefined,
  ): Promise<PlanRow[]> {
    return this.rows({ task_id: taskId, status, path: ['>', after] }, ['path'], limit);
  }
}
