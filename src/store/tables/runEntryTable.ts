import { type RunEntryRow, runEntryDefinition } from '../../domain/run/runRow.js';
import { tableOf } from './table.js';

export class RunEntryTable extends tableOf(runEntryDefinition) {
  ofRun(runId: string): Promise<RunEntryRow[]> {
    return this.rows({ run_id: runId }, ['position']);
  }
}
