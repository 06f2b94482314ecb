import type { Kysely } from 'kysely';
import type { NextActionRow } from '../../domain/task/nextActionRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<NextActionRow> = {
  table: 'next_actions',
  counter: 'next_action',
  columns: [
    'id',
    'repository_id',
    'number',
    'task_id',
    'action',
    'priority',
    'status',
    'note',
    'ended_at',
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

const inserter = new RowInserter<NextActionRow>(shape.table, shape.columns);

/** Next actions of tasks. */
export class NextActionRepository extends EntityRepository<NextActionRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The next actions of a task by priority, then age; those of `status` alone when it is given. */
  ofTask(taskId: string, status?: NextActionRow['status']): Promise<NextActionRow[]> {
    return this.select(query => {
      const all = query.where('task_id', '=', taskId);
      return (status === undefined ? all : all.where('status', '=', status)).orderBy('priority').orderBy('number');
    });
  }
}
