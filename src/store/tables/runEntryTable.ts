import { type RunEntryRow, runEntryDefinition } from '../../domain/run/runRow.js';
import { tableOf } from './table.js';

export class RunEntryTable extends tableOf(runEntryDefinition) {
  /** The entries of a run, in the order in which they were made. */
  ofRun(runId: string): Promise<RunEntryRow[]> {
    return this.rows({ run_id: runId }, ['position']);
  }
}
