import { type SliceRow, sliceDefinition } from '../../domain/slice/sliceRow.js';
import { tableOf } from './table.js';

export class SliceTable extends tableOf(sliceDefinition) {
  /** Returns the slices of a task, oldest first. */
  ofTask(taskId: string): Promise<SliceRow[]> {
    return this.rows({ task_id: taskId }, ['number']);
  }
}
