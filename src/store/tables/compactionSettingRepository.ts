import type { Kysely } from 'kysely';
import type { CompactionSettingRow } from '../../domain/compaction/compactionSettingRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<CompactionSettingRow> = {
  table: 'compaction_settings',
  columns: ['id', 'repository_id', 'task_id', 'enabled', 'updated_by', 'updated_at', 'revision'],
};

const inserter = new RowInserter<CompactionSettingRow>(shape.table, shape.columns);

/** Whether compaction is on. */
export class CompactionSettingRepository extends EntityRepository<CompactionSettingRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** What is set for a task, or for the whole repository when `taskId` is null; undefined when nothing is. */
  async of(taskId: string | null): Promise<CompactionSettingRow | undefined> {
    const [row] = await this.select(query =>
      query
        .where('task_id', taskId === null ? 'is' : '=', taskId)
        .orderBy('id')
        .limit(1),
    );
    return row;
  }
}
