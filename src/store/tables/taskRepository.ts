import type { Kysely } from 'kysely';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<TaskRow> = {
  table: 'tasks',
  counter: 'task',
  keyColumn: 'ref',
  columns: [
    'id',
    'repository_id',
    'number',
    'ref',
    'objective',
    'focus',
    'status',
    'light',
    'branch',
    'base_branch',
    'worktree_path',
    'plan_id',
    'work_item_id',
    'observed_sha',
    'created_by',
    'updated_by',
    'finished_at',
    'archived_at',
    'archive_note',
    'created_at',
    'updated_at',
    'revision',
  ],
};

const inserter = new RowInserter<TaskRow>(shape.table, shape.columns);

/** Tasks. */
export class TaskRepository extends EntityRepository<TaskRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** Tasks that are neither done nor archived, the last changed first. */
  live(): Promise<TaskRow[]> {
    return this.select(query =>
      query
        .where('status', '<>', 'done')
        .where('archived_at', 'is', null)
        .orderBy('updated_at', 'desc')
        .orderBy('number', 'desc'),
    );
  }

  /** True while there is one that is neither done nor archived. */
  async isAnyLive(): Promise<boolean> {
    const [live] = await this.select(query =>
      query.where('status', '<>', 'done').where('archived_at', 'is', null).limit(1),
    );
    return live !== undefined;
  }

  /** One page, the last changed first. */
  list(
    filter: { status?: TaskRow['status'] | undefined; archived?: boolean | undefined },
    limit: number,
  ): Promise<TaskRow[]> {
    return this.select(query => {
      let narrowed = query.where('archived_at', filter.archived === true ? 'is not' : 'is', null);
      if (filter.status !== undefined) narrowed = narrowed.where('status', '=', filter.status);
      return narrowed.orderBy('updated_at', 'desc').orderBy('number', 'desc').limit(limit);
    });
  }

  /** The number of the latest task, 0 when there is none. */
  async lastNumber(): Promise<number> {
    const [latest] = await this.select(query => query.orderBy('number', 'desc').limit(1));
    return latest?.number ?? 0;
  }

  /** Notes where the branch of a task stands. No change of the task itself: whoever has read it may go on writing. */
  async observe(taskId: string, commit: string): Promise<void> {
    await this.db.updateTable('tasks').set({ observed_sha: commit }).where('id', '=', taskId).execute();
  }
}
