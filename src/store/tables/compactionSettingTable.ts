import {
  type CompactionSettingRow,
  compactionSettingDefinition,
} from '../../domain/compaction/compactionSettingRow.js';
import { tableOf } from './table.js';

export class CompactionSettingTable extends tableOf(compactionSettingDefinition) {
  /** Reads those of the repository if `taskId` is null. */
  of(taskId: string | null): Promise<CompactionSettingRow | undefined> {
    return this.first({ task_id: taskId }, ['id']);
  }
}
