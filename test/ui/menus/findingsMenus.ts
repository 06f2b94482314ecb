import type { RowMenu } from './rowMenu.js';

/** Of findings that are open, and of one that ended. */
export const findingsMenus: readonly RowMenu[] = [
  {
    row: 'F-1 The loop',
    context: 'finding status:open',
    inline: ['Mark Finding Fixed'],
    menu: [
      'Open Finding at Line',
      'Show Finding',
      'Ask Agent to Fix Finding…',
      'Mark Finding Fixed',
      'Defer Finding',
      'Mark as Won’t Fix',
      'Create Work Item From Finding',
      'Copy Finding Reference',
      'Copy Link',
    ],
  },
  {
    row: 'F-6 Unused',
    context: 'finding status:wontfix',
    inline: ['Reopen Finding'],
    menu: ['Open Finding at Line', 'Show Finding', 'Reopen Finding', 'Copy Finding Reference', 'Copy Link'],
  },
];
