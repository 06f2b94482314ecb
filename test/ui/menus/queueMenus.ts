import type { MenuRow } from './rowMenu.js';

/** Of the ten work items of the pictures. */
export const queueMenus: readonly MenuRow[] = [
  { row: 'W-3 Drop the old', context: 'workItem section:needs_you status:waiting_human' },
  { row: 'W-1 Fix the login', context: 'workItem section:ready status:pending' },
  { row: 'W-7 Find out why', context: 'workItem section:ready status:in_flight leaseExpired' },
  { row: 'W-2 Port the checkout', context: 'workItem section:in_flight status:in_flight' },
  { row: 'W-5 Announce', context: 'workItem section:blocked status:pending hasDependencies' },
  { row: 'W-6 Measure', context: 'workItem section:scheduled status:pending' },
  { row: 'W-8 Set up', context: 'workItem section:done status:done' },
];

/** What needs a person in lanes: the work of one was approved, one is dead, one asks. */
export const workingNeedMenus: readonly MenuRow[] = [
  { row: 'L-5 The new checkout', context: 'need kind:merge ofLane' },
  { row: 'L-4 Say how', context: 'need kind:dead ofLane' },
  { row: 'M-1 How many', context: 'need kind:question ofLane' },
];

/** The same when one is in review, one has failed, one is held up, and one reports. */
export const troubledNeedMenus: readonly MenuRow[] = [
  { row: 'L-3 Search in titles', context: 'need kind:approval ofLane' },
  { row: 'L-4 Say how', context: 'need kind:failure ofLane' },
  { row: 'L-2 Keep the cart', context: 'need kind:blocked ofLane' },
  { row: 'P-1', context: 'need kind:report ofLane' },
];

/** An item whose only lane was closed after it had failed. */
export const endedItemMenus: readonly MenuRow[] = [
  { row: 'W-4 Say how', context: 'workItem section:needs_you status:waiting_human act:worker.retry' },
];

/** The same when the work of one does not merge, and changes are requested of one whose agent is gone. */
export const conflictedNeedMenus: readonly MenuRow[] = [
  { row: 'L-3 Search in titles', context: 'need kind:conflict ofLane' },
  { row: 'L-5 The new checkout', context: 'need kind:changes ofLane' },
];
