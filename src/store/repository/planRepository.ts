import type { Kysely } from 'kysely';
import type { PlanRow } from '../../domain/plan/planRow.js';
import type { Schema } from '../schema.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';

const shape: EntityShape<PlanRow> = {
  table: 'plans',
  keyColumn: 'path',
  columns: [
    'id',
    'repository_id',
    'task_id',
    'path',
    'title',
    'status',
    'content_hash',
    'accepted_hash',
    'accepted_at',
    'accepted_by',
    'review_run_id',
    'analysis',
    'attestations',
    'created_at',
    'updated_at',
    'revision',
  ],
};

const inserter = new RowInserter<PlanRow>(shape.table, shape.columns);

/** Registered plans. */
export class PlanRepository extends EntityRepository<PlanRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** All plans, by path. */
  list(): Promise<PlanRow[]> {
    return this.select(query => query.orderBy('path'));
  }
}
