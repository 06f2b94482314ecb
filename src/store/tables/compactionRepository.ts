import type { Kysely } from 'kysely';
import type { CompactionRow } from '../../domain/compaction/compactionRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<CompactionRow> = {
  table: 'compactions',
  keyColumn: 'key',
  columns: [
    'id',
    'repository_id',
    'task_id',
    'key',
    'turn_range',
    'summary',
    'residual',
    'tokens_saved',
    'actor',
    'role',
    'harness',
    'model',
    'session',
    'lane',
    'branch',
    'commit_sha',
    'created_at',
  ],
};

const inserter = new RowInserter<CompactionRow>(shape.table, shape.columns);

/** What agents kept when their context was compacted. */
export class CompactionRepository extends EntityRepository<CompactionRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The compactions of a task, newest first. */
  ofTask(taskId: string, limit: number): Promise<CompactionRow[]> {
    return this.select(query =>
      query.where('task_id', '=', taskId).orderBy('created_at', 'desc').orderBy('key', 'desc').limit(limit),
    );
  }
}
