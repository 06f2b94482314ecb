import type { Kysely } from 'kysely';
import type { PlanCursorRow } from '../../domain/plan/planCursorRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<PlanCursorRow> = {
  table: 'plan_cursors',
  columns: [
    'id',
    'repository_id',
    'task_id',
    'plan_item',
    'state',
    'lane',
    'heading',
    'summary',
    'dispatch_count',
    'dispatched_at',
    'completed_at',
    'updated_at',
    'revision',
  ],
};

const inserter = new RowInserter<PlanCursorRow>(shape.table, shape.columns);

/** Where work on the items of plans stands. */
export class PlanCursorRepository extends EntityRepository<PlanCursorRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The cursors of a task, the last changed first. */
  ofTask(taskId: string): Promise<PlanCursorRow[]> {
    return this.select(query => query.where('task_id', '=', taskId).orderBy('updated_at', 'desc').orderBy('id'));
  }
}
