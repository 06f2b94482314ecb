import { loadOperation } from '../../operations/loadGroup.js';
import * as nextSteps from '../../operations/nextSteps.js';

/** The same as that of `nextSteps`, for a process that has loaded one group of operations only. */
export function withNextCommands<Value>(value: Value): Promise<Value> {
  return nextSteps.withNextCommands(value, loadOperation);
}
