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
