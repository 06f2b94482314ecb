import type { MenuRow } from './rowMenu.js';

/** While workers work, and the work of one was approved. */
export const workingLaneMenus: readonly MenuRow[] = [
  { row: 'L-1 Limit the rate of logins', context: 'lane status:active state:WORKING' },
  { row: 'Files', context: 'lanePart changed' },
  { row: 'search.go', context: 'lanePart file viewable' },
  { row: 'L-5 The new checkout page', context: 'lane status:review state:APPROVED' },
  { row: 'L-6 A receipt by mail', context: 'lane status:planned state:ASSIGNED' },
];

/** When one is in review, one has failed, and one was cancelled. */
export const troubledLaneMenus: readonly MenuRow[] = [
  { row: 'L-3 Search in titles too', context: 'lane status:review state:IN_REVIEW resubmitted' },
  { row: 'L-4 Say how to install', context: 'lane status:blocked state:FAILED' },
  { row: 'L-6 A receipt by mail', context: 'lane status:closed state:FAILED cancelled' },
];

/** When the work of one does not merge, and the worker of another is dead. */
export const conflictedLaneMenus: readonly MenuRow[] = [
  { row: 'L-3 Search in titles too', context: 'lane status:active state:CONFLICTED' },
  { row: 'L-5 The new checkout page', context: 'lane status:active state:WORKING dead' },
];
