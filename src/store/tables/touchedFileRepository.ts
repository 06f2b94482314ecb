import type { Kysely } from 'kysely';
import type { TouchedFileRow } from '../../domain/task/touchedFileRow.js';
import { chunks } from './chunks.js';
import { EntityRepository, type EntityShape, type NewRow } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

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

  /** Writes the touches of these files, each once, in place of what was known of them. */
  async put(taskId: string, rows: readonly NewRow<TouchedFileRow>[]): Promise<void> {
    for (const part of chunks(rows)) {
      const paths = part.map(({ path }) => path);
      await this.db.deleteFrom('touched_files').where('task_id', '=', taskId).where('path', 'in', paths).execute();
      await this.insert(part);
    }
  }

  /** How many files of a task were touched. */
  async count(taskId: string): Promise<number> {
    const row = await this.db
      .selectFrom('touched_files')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }

  /** Who touched files of a task last, each once. */
  async actorsOf(taskId: string): Promise<Pick<TouchedFileRow, 'actor' | 'session'>[]> {
    return this.db
      .selectFrom('touched_files')
      .select(['actor', 'session'])
      .distinct()
      .where('task_id', '=', taskId)
      .execute();
  }

  /** The touches of these files in a task, in no order. */
  async ofPaths(taskId: string, paths: readonly string[]): Promise<TouchedFileRow[]> {
    const found: TouchedFileRow[] = [];
    for (const part of chunks([...new Set(paths)])) {
      found.push(...(await this.select(query => query.where('task_id', '=', taskId).where('path', 'in', part))));
    }
    return found;
  }
}
