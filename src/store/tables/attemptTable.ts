import { type AttemptRow, attemptDefinition } from '../../domain/attempt/attemptRow.js';
import { tableOf } from './table.js';

export class AttemptTable extends tableOf(attemptDefinition) {
  /** Oldest first. */
  ofItem(itemId: string): Promise<AttemptRow[]> {
    return this.rows({ work_item_id: itemId }, ['position']);
  }
}
