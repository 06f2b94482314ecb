import type { Kysely } from 'kysely';
import type { WorkerReportRow } from '../../domain/worker/workerReportRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<WorkerReportRow> = {
  table: 'worker_reports',
  counter: 'worker_report',
  columns: [
    'id',
    'repository_id',
    'number',
    'lane_id',
    'outcome',
    'summary',
    'files',
    'tests',
    'blockers',
    'merge_ready',
    'commit_sha',
    'actor',
    'acknowledged_by',
    'acknowledged_at',
    'created_at',
    'revision',
  ],
};

const inserter = new RowInserter<WorkerReportRow>(shape.table, shape.columns);

/** Which reports of a list. */
export interface WorkerReportFilter {
  readonly laneId?: string | undefined;
  readonly open: boolean;
  /** Numbers above this one. */
  readonly after: number;
  readonly limit: number;
}

/** What workers said of their work. */
export class WorkerReportRepository extends EntityRepository<WorkerReportRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** Reports above a number, oldest first: of one lane, and those that nobody acknowledged alone, where that is asked for. */
  list({ laneId, open, after, limit }: WorkerReportFilter): Promise<WorkerReportRow[]> {
    return this.select(query => {
      let page = query.where('number', '>', after).orderBy('number').limit(limit);
      if (laneId !== undefined) page = page.where('lane_id', '=', laneId);
      return open ? page.where('acknowledged_at', 'is', null) : page;
    });
  }

  /** The last report of a lane. */
  async lastOf(laneId: string): Promise<WorkerReportRow | undefined> {
    return (await this.select(query => query.where('lane_id', '=', laneId).orderBy('number', 'desc').limit(1)))[0];
  }
}
