import { type WorkerRow, workerDefinition } from '../../domain/worker/workerRow.js';
import { tableOf } from './table.js';

export class WorkerTable extends tableOf(workerDefinition) {
  ofLanes(laneIds: readonly string[]): Promise<WorkerRow[]> {
    return this.having('lane_id', laneIds);
  }
}
