import { expect } from 'vitest';

type Turn = readonly [operation: string, args: readonly string[], part: object, otherwise?: Otherwise];

/** Where a turn is not ada's, or its answer has an exit code of its own. */
export interface Otherwise {
  readonly actor?: string;
  readonly code?: number;
  /** The lane in whose worktree it is. */
  readonly lane?: string;
  /** What is to be there before, in the folder of the call. */
  readonly before?: (place: string) => void;
  /** By someone at a terminal, as what agents may not do. */
  readonly byPerson?: true;
}

/** Files that the life of tasks takes from the worktree, by name. */
export const taskFiles = {
  'limits.md': '# Limits\n\n## Steps\n\n- [ ] Count {#count}\n- [ ] Refuse {#refuse}\n',
} as const;

const plan = 'limits.md';
const named = ['--task', 'two-1'] as const;
const byReviewer = { actor: 'rita' } as const;

const taskTurns: readonly Turn[] = [
  ['task.start', ['task', 'start', 'Two', '--ref', 'two-1', '--here'], { task: { branch: 'feature/two-1' } }],
  ['task.update', ['task', 'update', ...named, '--focus', 'Tests'], { task: { focus: 'Tests', revision: 2 } }],
  ['task.show', ['task', 'show', 'two-1'], { task: { name: 'two-1' }, blockers: [], nextActions: [], decisions: [] }],
  ['task.list', ['task', 'list', '--status', 'blocked'], { tasks: [], truncated: false }],
  ['task.context', ['context', ...named, '--profile', 'identity'], { profile: 'identity', task: { focus: 'Tests' } }],
  ['task.render', ['task', 'render'], { current: { version: 2, shape: 'single' }, written: false }],
  ['repository.now', ['now', ...named], { task: { name: 'two-1' }, plan: null, actions: { pending: 0, rows: [] } }],
];

const journalTurns: readonly Turn[] = [
  [
    'decision.record',
    ['decision', 'record', 'ada_choice_two-1_one_bucket', 'One bucket, because it is simpler', ...named],
    { decision: { decision: 'ada_choice_two-1_one_bucket', origin: 'agent' }, recorded: true },
  ],
  ['decision.list', ['decision', 'list', ...named], { decisions: [{ actor: 'ada' }], truncated: false }],
  [
    'decision.validate',
    ['decision', 'validate', 'ada_choice_two-1_one_bucket'],
    { valid: true, problems: [], parts: { tag: 'ada', kind: 'choice', workRef: 'two-1', slug: 'one_bucket' } },
  ],
  ['blocker.add', ['blocker', 'add', 'No database', ...named], { blocker: { ref: 'B-1', status: 'open' } }],
  ['blocker.list', ['blocker', 'list', ...named], { blockers: [{ description: 'No database' }], truncated: false }],
  ['blocker.resolve', ['blocker', 'resolve', 'B-1'], { blocker: { status: 'resolved' } }],
  ['action.add', ['action', 'add', 'Ship', ...named], { action: { ref: 'A-1', action: 'Ship', priority: 100 } }],
  ['action.add', ['action', 'add', 'Tell', ...named], { action: { ref: 'A-2', status: 'pending' } }],
  ['action.update', ['action', 'update', 'A-1', '--priority', '10'], { action: { priority: 10 } }],
  ['action.complete', ['action', 'complete', 'A-1'], { action: { status: 'done' } }],
  ['action.skip', ['action', 'skip', 'A-2'], { action: { status: 'skipped' } }],
  ['action.list', ['action', 'list', ...named], { actions: [{ ref: 'A-1' }, { ref: 'A-2' }] }],
  ['touched.record', ['touched', 'record', 'README.md', 'limits.md', ...named], { recorded: 2, outside: 0 }],
  ['touched.list', ['touched', 'list', ...named], { files: [{ change: 'edit' }, { change: 'edit' }], total: 2 }],
  [
    'compaction.record',
    ['compaction', 'record', '{"done":["All"],"next":["Rest"]}', ...named],
    { compaction: { key: 'C-two-1-0001', summary: { done: ['All'], open: [], next: ['Rest'], files: [] } } },
  ],
  ['compaction.latest', ['compaction', 'latest', ...named], { compaction: { key: 'C-two-1-0001' } }],
  ['compaction.packet', ['compaction', 'packet', ...named], { enabled: true }],
  ['compaction.settings', ['compaction', 'settings', '--disabled', ...named], { enabled: false, source: 'task' }],
];

const planTurns: readonly Turn[] = [
  ['plan.register', ['plan', 'register', plan, ...named], { plan: { title: 'Limits', status: 'registered' } }],
  ['plan.analyse', ['plan', 'analyse', plan], { plan: { status: 'analysed' } }],
  ['review.start', ['review', 'start', plan], { run: { ref: 'V-1', mode: 'planning', verdict: null } }, byReviewer],
  ['review.record', ['review', 'record', 'pass', '--run', 'V-1'], { run: { verdict: 'pass' } }, byReviewer],
  ['review.list', ['review', 'list', ...named], { runs: [{ ref: 'V-1', actor: 'rita' }], nextCursor: null }],
  ['review.coverage', ['review', 'coverage', 'two-1'], { reviewers: ['rita'] }],
  ['plan.accept', ['plan', 'accept', plan], { plan: { status: 'accepted', reviewRun: 'V-1' } }],
  ['gate.check', ['gate', 'plan-accept', ...named], { gate: 'plan-accept', ready: true, reasons: [] }],
  [
    'gate.list',
    ['gates', ...named],
    {
      gates: [
        { gate: 'review-ready', ready: false },
        { gate: 'close-check', ready: false },
      ],
    },
    { code: 1 },
  ],
  [
    'plan.attest',
    ['plan', 'attest', 'count', '--plan', plan, '--note', 'Seen by two people'],
    { plan: { path: 'limits.md' } },
  ],
  ['plan.sync', ['plan', 'sync', plan, '--apply'], { applied: true, unproven: [] }],
  ['plan.show', ['plan', 'show', plan], { exists: true, items: [{}, {}], due: [], unproven: [] }],
  ['plan.list', ['plan', 'list'], { plans: [{ path: 'limits.md', stale: false }], nextCursor: null }],
  ['plan.dispatch', ['plan', 'dispatch', 'refuse', ...named], { cursor: { state: 'dispatched', dispatchCount: 1 } }],
  ['plan.move', ['plan', 'move', 'refuse', 'skipped', ...named], { cursor: { item: 'refuse', state: 'skipped' } }],
  ['plan.cursors', ['plan', 'cursors', ...named], { cursors: [{ item: 'refuse' }], total: 1 }],
  [
    'review.requestChanges',
    ['review', 'request-changes', 'Name the unit', '--subject', plan],
    { run: { verdict: 'fail', requestChanges: true } },
    byReviewer,
  ],
  [
    'review.submit',
    ['review', 'submit', 'fail', '--subject', plan, '--summary', 'No step names a unit'],
    { run: { mode: 'planning', verdict: 'fail' }, findings: [] },
    byReviewer,
  ],
  ['review.changes', ['review', 'changes', ...named], { branch: 'feature/two-1', base: 'main' }],
  [
    'ritual.brief',
    ['ritual', 'brief', 'handoff-lifecycle'],
    { title: expect.stringMatching(/^Hand Off: T-\d+$/), references: [{ kind: 'task' }] },
  ],
];

/** After all others, as it makes a worktree next to the repository. */
export const scopeLife: readonly Turn[] = [
  [
    'task.scope',
    ['task', 'scope', 'Measure the rate', '--slice', 'Count, per address', '--question', 'Per user?'],
    { made: true, item: { title: 'Measure the rate' }, slices: [{ title: 'Count, per address' }], actions: [{}] },
  ],
];

/** Every operation on tasks, what is kept of them, plans, reviews and gates, once. */
export const taskLife: readonly Turn[] = [
  ...taskTurns,
  ...journalTurns,
  ...planTurns,
  ['task.switch', ['task', 'switch', 'two-1'], { task: { name: 'two-1' }, changed: false }],
  ['task.archive', ['task', 'archive', 'two-1'], { task: { archivedAt: expect.any(String) } }],
  ['task.restore', ['task', 'restore', 'two-1'], { task: { archivedAt: null } }],
  ['task.export', ['task', 'export', 'two-1', '--file', 'two.json'], { file: 'two.json', content: null }],
  ['task.import', ['task', 'import', 'two.json'], { outcome: 'unchanged', renumbered: [], keptAs: null }],
];

/** Every operation on git hooks, once, from a repository without any to one without any. */
export const hookLife: readonly Turn[] = [
  ['hooks.install', ['hooks', 'install'], { complete: true, manager: 'git', changed: true }],
  ['hooks.status', ['hooks', 'status'], { complete: true, toDo: [] }],
  ['hooks.run', ['hooks', 'run', 'post-commit'], { hook: 'post-commit', allowed: true }],
  ['hooks.uninstall', ['hooks', 'uninstall'], { complete: false, hooksPath: null, changed: true }],
];

/** Every operation on trust in the repository's commands, once, where it names none. */
export const trustLife: readonly Turn[] = [
  ['trust.show', ['trust', 'show'], { trusted: true, commands: [], removed: [], grantedAt: null, problem: null }],
  ['trust.grant', ['trust', 'grant'], { trusted: true, changed: false }],
  ['trust.revoke', ['trust', 'revoke'], { changed: false }],
];
