import type { KeyFlow } from './keyFlow.js';

const decision = ['## Changes', 'Counts', '## Verification', 'Seen', '## Schema / Contract Changes', 'None'];

/** Of tasks and what belongs to them, where T-1 is worked on here and has two next actions. */
export const taskKeyFlows: readonly KeyFlow[] = [
  {
    command: 'task.update',
    isLeftBefore: true,
    questions: [
      { asks: 'Select what to change', chooses: 'Focus' },
      { asks: 'New text', types: 'The counter', refuses: { text: ' ', says: 'It is empty.' } },
    ],
    leaves: { sql: 'select focus from tasks', rows: [['The counter']] },
  },
  {
    command: 'slice.start',
    isLeftBefore: true,
    questions: [
      {
        asks: 'What does this slice do?',
        types: 'Count the tries',
        refuses: { text: ' ', says: 'It is empty.' },
      },
      { asks: 'Test command that fails now', types: '' },
    ],
    leaves: { sql: 'select title, status from slices', rows: [['Count the tries', 'open']] },
  },
  {
    command: 'slice.commit',
    before: ({ repository }) => repository.write('README.md', '# Shop\n'),
    questions: [{ asks: 'Select a slice', chooses: 'S-1' }],
    leaves: { sql: 'select status from slices', rows: [['committed']] },
  },
  {
    command: 'evidence.run',
    questions: [{ asks: 'Command to run as evidence', chooses: 'test -f README.md' }],
    leaves: { sql: 'select command, passed from evidence', rows: [['test -f README.md', 1]] },
  },
  {
    command: 'evidence.record',
    isLeftBefore: true,
    questions: [
      { asks: 'Command that was run elsewhere', types: 'make check', refuses: { text: ' ', says: 'It is empty.' } },
      { asks: 'Choose an outcome', chooses: 'Failed' },
    ],
    leaves: { sql: "select passed, grade from evidence where command = 'make check'", rows: [[0, 'said']] },
  },
  {
    command: 'evidence.show',
    questions: [{ asks: 'Select evidence', chooses: 'E-1' }],
    leaves: { tab: 'Show Evidence.md' },
  },
  {
    command: 'slice.close',
    isLeftBefore: true,
    questions: [{ asks: 'Select a slice', chooses: 'S-1' }],
    leaves: { tab: '## Changes' },
  },
  {
    command: 'slice.closeDraft',
    // Of the draft that the command before has opened.
    before: ({ editor }) => editor.documents.active?.document.type([...decision, '## Open Threads', 'None'].join('\n')),
    questions: [],
    leaves: { sql: 'select status from slices', rows: [['closed']] },
  },
  {
    command: 'decision.record',
    isLeftBefore: true,
    questions: [
      { asks: 'Decision name: who, kind', types: 'ada_choice_t1-limit_one_bucket' },
      { asks: 'Why? Give the reasons', types: 'One is enough' },
    ],
    leaves: {
      sql: "select decision, rationale from decisions where decision like 'ada%'",
      rows: [['ada_choice_t1-limit_one_bucket', 'One is enough']],
    },
  },
  {
    command: 'blocker.add',
    questions: [
      {
        asks: 'What blocks the work',
        types: 'The database is down',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: { sql: 'select description, status from blockers', rows: [['The database is down', 'open']] },
  },
  {
    command: 'blocker.resolve',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a blocker', chooses: 'The database is down' },
      { asks: 'How was it resolved?', types: 'It is up' },
    ],
    leaves: { sql: 'select status, resolution from blockers', rows: [['resolved', 'It is up']] },
  },
  {
    command: 'action.add',
    questions: [
      {
        asks: 'What to do, in one line',
        types: 'Ask the team',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: { sql: 'select action from next_actions where number = 3', rows: [['Ask the team']] },
  },
  {
    command: 'action.update',
    questions: [
      { asks: 'Select a next action', chooses: 'Ask the team' },
      { asks: 'New text', types: 'Ask both teams' },
    ],
    leaves: { sql: 'select action, status from next_actions where number = 3', rows: [['Ask both teams', 'pending']] },
  },
  {
    command: 'action.complete',
    questions: [{ asks: 'Select a next action', chooses: 'Write the test' }],
    leaves: { sql: 'select status from next_actions where number = 1', rows: [['done']] },
  },
  {
    command: 'action.skip',
    questions: [
      { asks: 'Select a next action', chooses: 'Tell the team' },
      { asks: 'Reason for skipping', types: 'They know' },
    ],
    leaves: { sql: 'select status, note from next_actions where number = 2', rows: [['skipped', 'They know']] },
  },
  {
    command: 'events.append',
    questions: [
      {
        asks: 'Custom type, such as deploy_started',
        types: 'deploy_started',
        refuses: {
          text: 'Deploy started',
          says: 'It must start with a letter; letters, digits and any of _ . : - can follow.',
        },
      },
    ],
    leaves: { sql: "select count(*) from events where type = 'deploy_started'", rows: [[1]] },
  },
  {
    command: 'review.record',
    questions: [{ asks: 'Select a verdict', chooses: 'Conditional pass' }],
    leaves: { sql: 'select verdict from review_runs', rows: [['conditional_pass']] },
  },
  {
    command: 'review.requestChanges',
    questions: [
      {
        asks: 'What to change, and why',
        types: 'Name the limit',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: {
      sql: 'select verdict, request_changes, summary from review_runs where number = 2',
      rows: [['fail', 1, 'Name the limit']],
    },
  },
  {
    command: 'plan.register',
    before: ({ repository }) => {
      repository.write('.stateroom/plans/limits.md', '# Limits\n\n- [ ] Count\n- [ ] Refuse\n');
      repository.git('add', '.stateroom/plans');
      repository.git('commit', '--quiet', '--message=Plan');
    },
    questions: [{ asks: 'Path, name in .stateroom/plans, or ULID', types: 'limits' }],
    leaves: { sql: 'select path from plans', rows: [['.stateroom/plans/limits.md']] },
  },
  {
    command: 'plan.dispatch',
    isLeftBefore: true,
    questions: [{ asks: 'Select a plan item', chooses: 'Count' }],
    leaves: { sql: 'select plan_item, state from plan_cursors', rows: [['limits-count', 'dispatched']] },
  },
  {
    command: 'plan.move',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a plan item', chooses: 'Count' },
      { asks: 'Choose an outcome', chooses: 'Expired' },
    ],
    leaves: { sql: 'select plan_item, state from plan_cursors', rows: [['limits-count', 'expired']] },
  },
  {
    command: 'plan.attest',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a plan item', chooses: 'Refuse' },
      {
        asks: 'What you saw that confirms it',
        types: 'The fourth is refused',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: { sql: "select attestations like '%The fourth is refused%' from plans", rows: [[1]] },
  },
  {
    command: 'task.start',
    questions: [
      {
        asks: 'What is the goal?',
        types: 'Port the cart',
        refuses: { text: ' ', says: 'It is empty.' },
      },
      {
        asks: 'Short name for the branch',
        types: 'cart-2',
        refuses: { text: 'cart-two', says: 'It must contain a digit, which distinguishes tasks from other branches.' },
      },
      { asks: 'Select where to work on it', chooses: 'New worktree' },
      { asks: 'Select a plan', chooses: 'No plan yet' },
    ],
    leaves: {
      sql: 'select ref, objective, branch from tasks where number = 2',
      rows: [['cart-2', 'Port the cart', 'feature/cart-2']],
    },
  },
  {
    command: 'task.archive',
    questions: [{ asks: 'Select a task', chooses: 'T-2' }],
    leaves: { sql: 'select archived_at is null from tasks where number = 2', rows: [[0]] },
  },
  {
    command: 'task.restore',
    questions: [{ asks: 'Select a task', chooses: 'T-2' }],
    leaves: { sql: 'select archived_at is null from tasks where number = 2', rows: [[1]] },
  },
  {
    command: 'task.switch',
    // Its worktree is gone: switching makes it again.
    before: ({ repository }) => repository.git('worktree', 'remove', '../repository.worktrees/cart-2'),
    questions: [{ asks: 'Select a task', chooses: 'T-2' }],
    leaves: { file: 'repository.worktrees/cart-2/README.md' },
  },
  {
    command: 'now.chooseTask',
    questions: [{ asks: 'Select a task to show', chooses: 'T-2' }],
    leaves: { view: 'Now', row: 'T-2 Port the cart' },
  },
  {
    // The file comes from another repository.
    command: 'task.import',
    questions: [{ asks: 'Import Task', opens: 'cart.json' }],
    leaves: { sql: 'select ref, objective from tasks where number = 3', rows: [['shirts-1', 'Count the shirts']] },
  },
  {
    command: 'task.export',
    questions: [
      { asks: 'Select a task', chooses: 'T-2' },
      { asks: 'Export Task', opens: 'exported.json' },
    ],
    leaves: { file: 'exported.json' },
  },
  {
    command: 'task.gc',
    before: async ({ repository }) => {
      await repository.task('over-4', { status: 'done', branch: 'feature/over-4' });
      repository.git('branch', 'feature/over-4', 'main');
    },
    isLeftBefore: true,
    questions: [{ asks: 'Remove merged branches of finished tasks, with their worktrees?', presses: 'Remove' }],
    leaves: { gone: 'repository/.git/refs/heads/feature/over-4' },
  },
  {
    command: 'task.reap',
    before: ({ repository }) => repository.task('lost-5', { branch: 'feature/lost-5', updated_at: 0 }),
    questions: [{ asks: 'Archive tasks without a worktree, a branch and recent activity?', presses: 'Archive' }],
    leaves: { sql: "select archived_at is null from tasks where ref = 'lost-5'", rows: [[0]] },
  },
];
