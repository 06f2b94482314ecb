import {
  type CompactionSettingRow,
  compactionSettingDefinition,
} from '../../domain/compaction/compactionSettingRow.js';
import { tableOf } from './table.js';

export class CompactionSettingTable extends tableOf(compactionSettingDefinition) {
  /** What is set for a task, or for the whole repository when `taskId` is null; undefined when nothing is. */
  of(taskId: string | null): Promise<CompactionSettingRow | undefined> {
    return this.first({ task_id: taskId }, ['id']);
  }
}
