import { type LaneRow, laneDefinition } from '../../domain/lane/laneRow.js';
import type { LaneStatus } from '../../domain/lane/laneStatus.js';
import { tableOf } from './table.js';

export class LaneTable extends tableOf(laneDefinition) {
  /** True once there was a lane. */
  async isAny(): Promise<boolean> {
    return (await this.first({})) !== undefined;
  }

  /** Lanes that work on an item, in the order in which they were opened. */
  ofWorkItem(workItemId: string): Promise<LaneRow[]> {
    return this.rows({ work_item_id: workItemId, kind: 'implement' }, ['number']);
  }

  /** The same of several items. */
  ofWorkItems(workItemIds: readonly string[]): Promise<LaneRow[]> {
    return this.rows({ work_item_id: ['in', workItemIds], kind: 'implement' }, ['number']);
  }

  /** Lanes in the order they were opened; those with one of these statuses alone when they are given. */
  list(statuses?: readonly LaneStatus[]): Promise<LaneRow[]> {
    return this.rows({ status: ['in', statuses] }, ['number']);
  }
}
