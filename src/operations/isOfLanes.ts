import { groupNameOf } from './groupNameOf.js';

/** True for operations on lanes, workers and messages, whose code is loaded lazily. */
export function isOfLanes(operation: string): boolean {
  return groupNameOf(operation) === 'lane';
}
