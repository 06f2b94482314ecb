import type { Kysely } from 'kysely';
import type { BlockerRow } from '../../domain/task/blockerRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<BlockerRow> = {
  table: 'blockers',
  counter: 'blocker',
  columns: [
    'id',
    'repository_id',
    'number',
    'task_id',
    'description',
    'status',
    'resolution',
    'resolved_at',
    'actor',
    'role',
    'harness',
    'model',
    'session',
    'lane',
    'branch',
    'commit_sha',
    'created_at',
    'revision',
  ],
};

const inserter = new RowInserter<BlockerRow>(shape.table, shape.columns);

/** Blockers of tasks. */
export class BlockerRepository extends EntityRepository<BlockerRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The blockers of a task, oldest first; those of `status` alone when it is given. */
  ofTask(taskId: string, status?: BlockerRow['status']): Promise<BlockerRow[]> {
    return this.select(query => {
      const all = query.where('task_id', '=', taskId);
      return (status === undefined ? all : all.where('status', '=', status)).orderBy('number');
    });
  }
}
