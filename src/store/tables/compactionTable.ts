import { type CompactionRow, compactionDefinition } from '../../domain/compaction/compactionRow.js';
import { tableOf } from './table.js';

export class CompactionTable extends tableOf(compactionDefinition) {
  ofTask(taskId: string, limit: number): Promise<CompactionRow[]> {
    return this.rows({ task_id: taskId }, ['-created_at', '-key'], limit);
  }
}
