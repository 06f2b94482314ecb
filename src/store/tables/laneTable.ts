import { type LaneRow, laneDefinition } from '../../domain/lane/laneRow.js';
import type { LaneStatus } from '../../domain/lane/laneStatus.js';
import { tableOf } from './table.js';

export class LaneTable extends tableOf(laneDefinition) {
  /** True once there was a lane. */
  async isAny(): Promise<boolean> {
    return (await this.first({})) !== undefined;
  }

  /** Lanes in the order they were opened; those with one of these statuses alone when they are given. */
  list(statuses?: readonly LaneStatus[]): Promise<LaneRow[]> {
    return this.rows({ status: ['in', statuses] }, ['number']);
  }
}
