import { loadOperation } from '../../operations/loadOperation.js';
import * as nextSteps from '../../operations/nextSteps.js';

/** Adds next steps like `nextSteps`, for a process that has loaded only one group of operations. */
export function withNextCommands<Value>(value: Value): Promise<Value> {
  return nextSteps.withNextCommands(value, loadOperation);
}
