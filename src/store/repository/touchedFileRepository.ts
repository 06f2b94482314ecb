import type { Kysely } from 'kysely';
import type { TouchedFileRow } from '../../domain/task/touchedFileRow.js';
import type { Schema } from '../schema.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';

const shape: EntityShape<TouchedFileRow> = {
  table: 'touched_files',
  columns: [
    'id',
    'repository_id',
    'task_id',
    'path',
    'change_kind',
    'old_path',
    'actor',
    'session',
    'commit_sha',
    'touched_at',
  ],
};

const inserter = new RowInserter<TouchedFileRow>(shape.table, shape.columns);

/** The latest touch of each file in a task. */
export class TouchedFileRepository extends EntityRepository<TouchedFileRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The files of a task, the last touched first. */
  ofTask(taskId: string, limit: number): Promise<TouchedFileRow[]> {
    return this.select(query =>
      query.where('task_id', '=', taskId).orderBy('touched_at', 'desc').orderBy('path').limit(limit),
    );
  }
}
