import { type ControlShiftRow, controlShiftDefinition } from '../../domain/control/controlShiftRow.js';
import { tableOf } from './table.js';

export class ControlShiftTable extends tableOf(controlShiftDefinition) {
  /** Undefined while control is off. */
  open(): Promise<ControlShiftRow | undefined> {
    return this.first({ ended_at: null });
  }

  /** Latest first. */
  latest(limit: number): Promise<ControlShiftRow[]> {
    return this.rows({}, ['-started_at', '-id'], limit);
  }
}
