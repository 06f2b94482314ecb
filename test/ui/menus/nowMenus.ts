import type { MenuRow } from './rowMenu.js';

/** Of a task in the middle of its work. */
export const nowMenus: readonly MenuRow[] = [
  { row: 'T-1 Nobody tries', context: 'now task status:in_progress' },
  { row: 'The counter of each', context: 'now focus' },
  { row: 'Since your last visit', context: 'now section:changes' },
  { row: 'Plan', context: 'now section:plan' },
  { row: 'Slices', context: 'now section:slices' },
  { row: 'S-1 Count', context: 'now slice status:open' },
  { row: 'Next actions', context: 'now section:actions' },
  { row: 'Write the test', context: 'now nextAction status:pending' },
  { row: 'Blockers', context: 'now section:blockers' },
  { row: 'The staging database', context: 'now blocker' },
];

/** Of a task that another worktree has. */
export const otherTaskMenus: readonly MenuRow[] = [
  { row: 'T-2 Port the cart', context: 'now otherTask status:in_progress' },
];

/** Of a task that a person chose, in another worktree. */
export const chosenTaskMenus: readonly MenuRow[] = [
  { row: 'T-2 Port the cart', context: 'now task status:in_progress chosen' },
];
