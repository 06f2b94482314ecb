import type { Kysely } from 'kysely';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { chunks } from './chunks.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<WorkerRow> = {
  table: 'workers',
  columns: [
    'id',
    'repository_id',
    'lane_id',
    'state',
    'state_changed_at',
    'changed_by',
    'attempt',
    'agent',
    'harness',
    'session',
    'reason',
    'cancelled',
    'submitted_sha',
    'approved_by',
    'rescue_ref',
    'created_at',
    'revision',
  ],
};

const inserter = new RowInserter<WorkerRow>(shape.table, shape.columns);

/** Workers, one for each lane that has ever had one. */
export class WorkerRepository extends EntityRepository<WorkerRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The workers of these lanes. */
  async ofLanes(laneIds: readonly string[]): Promise<WorkerRow[]> {
    const found: WorkerRow[] = [];
    for (const part of chunks(laneIds)) found.push(...(await this.select(query => query.where('lane_id', 'in', part))));
    return found;
  }
}
