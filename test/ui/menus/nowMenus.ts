import type { RowMenu } from './rowMenu.js';

/** Of a task in the middle of its work. */
export const nowMenus: readonly RowMenu[] = [
  {
    row: 'T-1 Nobody tries',
    context: 'now task status:in_progress',
    inline: ['Finish Task'],
    menu: ['Show Task', 'Open Task Worktree', 'Update Task', 'Finish Task', 'Archive Task', 'Copy Link'],
  },
  {
    row: 'The counter of each',
    context: 'now focus',
    inline: [],
    menu: ['Update Task'],
  },
  {
    row: 'Since your last visit',
    context: 'now section:changes',
    inline: ['Mark Changes as Seen'],
    menu: ['Mark Changes as Seen'],
  },
  {
    row: 'Plan',
    context: 'now section:plan',
    inline: ['Open Plan'],
    menu: ['Open Plan', 'Update Plan Checklist', 'Find Gaps in Plan', 'Accept Plan'],
  },
  {
    row: 'Slices',
    context: 'now section:slices',
    inline: ['Start Slice'],
    menu: ['Start Slice'],
  },
  {
    row: 'S-1 Count',
    context: 'now slice status:open',
    inline: ['Close Slice'],
    menu: ['Show Review Packet', 'Commit Slice', 'Close Slice'],
  },
  {
    row: 'Next actions',
    context: 'now section:actions',
    inline: ['Add Next Action'],
    menu: ['Add Next Action'],
  },
  {
    row: 'Write the test',
    context: 'now nextAction status:pending',
    inline: [],
    menu: ['Complete Next Action', 'Skip Next Action'],
  },
  {
    row: 'Blockers',
    context: 'now section:blockers',
    inline: ['Add Blocker'],
    menu: ['Add Blocker'],
  },
  {
    row: 'The staging database',
    context: 'now blocker',
    inline: ['Resolve Blocker'],
    menu: ['Resolve Blocker'],
  },
];

/** Of a task that another worktree has. */
export const otherTaskMenus: readonly RowMenu[] = [
  {
    row: 'T-2 Port the cart',
    context: 'now otherTask status:in_progress',
    inline: ['Open Task Worktree'],
    menu: ['Show Task', 'Open Task Worktree', 'Choose Task…', 'Switch Task', 'Archive Task', 'Copy Link'],
  },
];

/** Of a task that a person chose, in another worktree. */
export const chosenTaskMenus: readonly RowMenu[] = [
  {
    row: 'T-2 Port the cart',
    context: 'now task status:in_progress chosen',
    inline: ['Finish Task'],
    menu: [
      'Show Task',
      'Open Task Worktree',
      'Show Task of This Worktree',
      'Update Task',
      'Finish Task',
      'Archive Task',
      'Copy Link',
    ],
  },
];
