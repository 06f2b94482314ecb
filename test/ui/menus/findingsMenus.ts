import type { MenuRow } from './rowMenu.js';

/** Of findings that are open, and of one that ended. */
export const findingsMenus: readonly MenuRow[] = [
  { row: 'F-1 The loop', context: 'finding status:open' },
  { row: 'F-6 Unused', context: 'finding status:wontfix' },
];
