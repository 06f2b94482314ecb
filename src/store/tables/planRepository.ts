import type { Kysely } from 'kysely';
import type { PlanRow } from '../../domain/plan/planRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

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

  /** One page by path, from after `after` on. */
  list(
    { taskId, status }: { taskId?: string | undefined; status?: PlanRow['status'] | undefined },
    limit: number,
    after?: string | undefined,
  ): Promise<PlanRow[]> {
    return this.select(query => {
      let narrowed = query;
      if (taskId !== undefined) narrowed = narrowed.where('task_id', '=', taskId);
      if (status !== undefined) narrowed = narrowed.where('status', '=', status);
      if (after !== undefined) narrowed = narrowed.where('path', '>', after);
      return narrowed.orderBy('path').limit(limit);
    });
  }
}
