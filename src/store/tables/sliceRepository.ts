import type { Kysely } from 'kysely';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<SliceRow> = {
  table: 'slices',
  counter: 'slice',
  columns: [
    'id',
    'repository_id',
    'number',
    'task_id',
    'title',
    'status',
    'test_command',
    'red_evidence_id',
    'plan_item',
    'base_sha',
    'changed_files',
    'decision_id',
    'actor',
    'role',
    'harness',
    'model',
    'session',
    'lane',
    'branch',
    'commit_sha',
    'started_at',
    'closed_at',
    'updated_at',
    'revision',
  ],
};

const inserter = new RowInserter<SliceRow>(shape.table, shape.columns);

/** Slices. */
export class SliceRepository extends EntityRepository<SliceRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The slices of a task, oldest first. */
  ofTask(taskId: string): Promise<SliceRow[]> {
    return this.select(query => query.where('task_id', '=', taskId).orderBy('number'));
  }
}
