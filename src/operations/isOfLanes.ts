import { groupNameOf } from './groupNameOf.js';

/** True for the name of an operation on lanes, their workers or their messages, whose code is loaded lazily. */
export function isOfLanes(operation: string): boolean {
  return groupNameOf(operation) === 'lane';
}
