import { type TouchedFileRow, touchedFileDefinition } from '../../domain/task/touchedFileRow.js';
import { chunks } from './chunks.js';
import { type NewRow, tableOf } from './table.js';

/** Latest touch of each file in a task. */
export class TouchedFileTable extends tableOf(touchedFileDefinition) {
  ofTask(taskId: string, limit: number): Promise<TouchedFileRow[]> {
    return this.rows({ task_id: taskId }, ['-touched_at', 'path'], limit);
  }

  /** Each file may occur once. */
  async put(taskId: string, rows: readonly NewRow<TouchedFileRow>[]): Promise<void> {
    for (const part of chunks(rows)) {
      const paths = part.map(({ path }) => path);
      await this.db.deleteFrom('touched_files').where('task_id', '=', taskId).where('path', 'in', paths).execute();
      await this.insert(part);
    }
  }

  count(taskId: string): Promise<number> {
    return this.countOf({ task_id: taskId });
  }

  /** Distinct. */
  actorsOf(taskId: string): Promise<Pick<TouchedFileRow, 'actor' | 'session'>[]> {
    return this.db
      .selectFrom('touched_files')
      .select(['actor', 'session'])
      .distinct()
      .where('task_id', '=', taskId)
      .execute();
  }

  /** Unordered. */
  ofPaths(taskId: string, paths: readonly string[]): Promise<TouchedFileRow[]> {
    return this.having('path', paths, { task_id: taskId });
  }
}
