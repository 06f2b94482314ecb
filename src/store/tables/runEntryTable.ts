import { type RunEntryRow, runEntryDefinition } from '../../domain/run/runRow.js';
import { tableOf } from './table.js';

export class RunEntryTable extends tableOf(runEntryDefinition) {
  /** Returns the entries of a run, in order. */
  ofRun(runId: string): Promise<RunEntryRow[]> {
    return this.rows({ run_id: runId }, ['position']);
  }
}
