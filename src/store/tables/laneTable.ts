import { type LaneRow, laneDefinition } from '../../domain/lane/laneRow.js';
import type { LaneStatus } from '../../domain/lane/laneStatus.js';
import { tableOf } from './table.js';

export class LaneTable extends tableOf(laneDefinition) {
  async isAny(): Promise<boolean> {
    return (await this.first({})) !== undefined;
  }

  /** Lanes of a task, by number. */
  ofTask(taskId: string): Promise<LaneRow[]> {
    return this.rows({ task_id: taskId }, ['number']);
  }

  /** In order of opening. */
  ofWorkItem(workItemId: string): Promise<LaneRow[]> {
    return this.rows({ work_item_id: workItemId, kind: 'implement' }, ['number']);
  }

  ofWorkItems(workItemIds: readonly string[]): Promise<LaneRow[]> {
    return this.rows({ work_item_id: ['in', workItemIds], kind: 'implement' }, ['number']);
  }

  /** In order of opening. */
  list(statuses?: readonly LaneStatus[]): Promise<LaneRow[]> {
    return this.rows({ status: ['in', statuses] }, ['number']);
  }
}
