import type { Kysely } from 'kysely';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { LaneStatus } from '../../domain/lane/laneStatus.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<LaneRow> = {
  table: 'lanes',
  counter: 'lane',
  keyColumn: 'name',
  columns: [
    'id',
    'repository_id',
    'number',
    'name',
    'description',
    'kind',
    'status',
    'close_reason',
    'task_id',
    'work_item_id',
    'branch',
    'base_branch',
    'base_sha',
    'worktree_path',
    'owned_paths',
    'git_writes',
    'adopted',
    'port_first',
    'port_count',
    'owner',
    'backend',
    'model',
    'effort',
    'merged_sha',
    'created_by',
    'created_at',
    'updated_at',
    'revision',
  ],
};

const inserter = new RowInserter<LaneRow>(shape.table, shape.columns);

/** Lanes. */
export class LaneRepository extends EntityRepository<LaneRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** True once there was a lane. */
  async isAny(): Promise<boolean> {
    return (await this.select(query => query.limit(1))).length > 0;
  }

  /** Lanes in the order they were opened; those with one of these statuses alone when they are given. */
  list(statuses?: readonly LaneStatus[]): Promise<LaneRow[]> {
    return this.select(query => {
      const all = query.orderBy('number');
      return statuses === undefined ? all : all.where('status', 'in', [...statuses]);
    });
  }
}
