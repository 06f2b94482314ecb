import { type WorkerReportRow, workerReportDefinition } from '../../domain/worker/workerReportRow.js';
import { tableOf } from './table.js';

export interface WorkerReportFilter {
  readonly laneId?: string | undefined;
  readonly open: boolean;
  /** Exclusive. */
  readonly after: number;
  readonly limit: number;
}

export class WorkerReportTable extends tableOf(workerReportDefinition) {
  /** Oldest first, optionally of one lane or only unacknowledged ones. */
  list({ laneId, open, after, limit }: WorkerReportFilter): Promise<WorkerReportRow[]> {
    const acknowledged = open ? { acknowledged_at: null } : {};
    return this.rows({ number: ['>', after], lane_id: laneId, ...acknowledged }, ['number'], limit);
  }

  lastOf(laneId: string): Promise<WorkerReportRow | undefined> {
    return this.first({ lane_id: laneId }, ['-number']);
  }
}
