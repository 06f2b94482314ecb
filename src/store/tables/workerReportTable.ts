import { type WorkerReportRow, workerReportDefinition } from '../../domain/worker/workerReportRow.js';
import { tableOf } from './table.js';

/** Which reports of a list. */
export interface WorkerReportFilter {
  readonly laneId?: string | undefined;
  readonly open: boolean;
  /** Numbers above this one. */
  readonly after: number;
  readonly limit: number;
}

export class WorkerReportTable extends tableOf(workerReportDefinition) {
  /** Reports above a number, oldest first: of one lane, and those that no one acknowledged alone, where that is asked for. */
  list({ laneId, open, after, limit }: WorkerReportFilter): Promise<WorkerReportRow[]> {
    const acknowledged = open ? { acknowledged_at: null } : {};
    return this.rows({ number: ['>', after], lane_id: laneId, ...acknowledged }, ['number'], limit);
  }

  /** The last report of a lane. */
  lastOf(laneId: string): Promise<WorkerReportRow | undefined> {
    return this.first({ lane_id: laneId }, ['-number']);
  }
}
