import { describe, expect, it } from 'vitest';
import { everyText } from '../../../../test/support/everyText.js';
import { findOperation } from '../../../operations/catalogue.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';
import type { View } from './view.js';

const piped: View = { style: makeStyle(false), width: undefined, now: Date.parse('2026-11-02T10:00:00.000Z') };

function say(name: string, data: unknown, asked: Record<string, unknown> = {}): string {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  return resultText(operation, data, piped, asked, everyText);
}

const task = {
  ref: 'T-3',
  id: '01JBTQ2Q3G0000000000000000',
  name: 't3-retry',
  objective: 'Retry on 503',
  focus: 'The jitter',
  status: 'in_progress',
  light: false,
  branch: 'feature/t3-retry',
  base: 'main',
  workTree: '/w/t3-retry',
  plan: '.stateroom/plans/retry.md',
  workItem: 'W-7',
  observedCommit: null,
  createdBy: 'ada',
  updatedBy: 'codex',
  finishedAt: null,
  archivedAt: null,
  archiveNote: null,
  createdAt: '2026-11-02T09:00:00.000Z',
  updatedAt: '2026-11-02T09:30:00.000Z',
  revision: 4,
};
const blocker = { ref: 'B-2', description: 'No key for the server', status: 'open', resolution: null };
const author = { actor: 'codex', createdAt: '2026-11-02T09:30:00.000Z' };

describe('context', () => {
  it('reads as a page', () => {
    const context = {
      profile: 'hot_summary',
      task,
      next: 'Close S-1.',
      item: {
        ref: 'W-7',
        title: 'Retry',
        status: 'in_flight',
        heldBy: 'codex',
        hint: 'Switch to it.',
        notes: 'Look at\na.ts.',
      },
      slice: {
        ref: 'S-1',
        title: 'Count the retries',
        status: 'open',
        test: 'npm test',
        startedBy: 'codex',
        startedAt: '2026-11-02T09:30:00.000Z',
        lastRun: { ref: 'E-2', passed: false, at: '2026-11-02T10:00:00.000Z', tree: null, stale: true },
      },
      uncommitted: { count: 3, paths: ['src/a.ts'] },
      gates: { store: ['open_findings'], 'review-ready': [] },
      findings: {
        open: { high: 1, medium: 0, low: 2 },
        first: [{ ref: 'F-1', severity: 'high', place: 'src/a.ts:3-7', text: 'No limit' }],
      },
      blockers: [{ ref: 'B-2', text: 'No key for the server' }],
      nextActions: [{ ref: 'A-5', text: 'Write\nthe test' }],
      verdicts: [{ ref: 'V-1', subject: 'feature/t3-retry', verdict: 'pass_with_findings', by: 'claude' }],
      slices: [{ ref: 'S-1', title: 'Count the retries', status: 'committed' }],
      decisions: [{ ref: 'D-4', decision: 'codex_choice_t3-retry_backoff', rationale: 'It is kind.' }],
      touchedFiles: [{ path: 'src/a.ts', change: 'edit' }],
      documents: ['AGENTS.md'],
      omitted: ['touchedFiles: 1 of 50'],
      digest: '0123456789abcdef',
    };
    expect(
      say('task.context', context),
    ).toBe(`  task           T-3 Retry on 503 (in progress, branch feature/t3-retry from main, revision 4)
                 focus: The jitter
                 worktree: /w/t3-retry
                 plan: .stateroom/plans/retry.md
                 work item: W-7
  next           Close S-1.
  item           W-7 Retry (in progress, held by codex)
                 Switch to it.
                 notes: Look at a.ts.
  slice          S-1 Count the retries (open, started by codex at 2026-11-02T09:30:00.000Z)
                 test: npm test
                 last run: E-2 failed at 2026-11-02T10:00:00.000Z, before the latest changes
  uncommitted    src/a.ts and 2 more
  close-check    open_findings (store only)
  review-ready   ready
  open findings  1 high, 2 low
                 F-1 high src/a.ts:3-7 No limit
  reviews        V-1 pass with findings on feature/t3-retry, by claude
  blockers       B-2 No key for the server
  next actions   A-5 Write the test
  slices         S-1 Count the retries (committed)
  decisions      D-4 codex_choice_t3-retry_backoff: It is kind.
  touched files  src/a.ts edit
  read first     AGENTS.md
  left out       touchedFiles: 1 of 50 (more: --budget)`);
  });

  it('says what there is when there is little', () => {
    expect(say('task.context', { unchanged: true, digest: 'a' })).toBe('Nothing has changed since then.');
    const none = { profile: 'hot_summary', task: null, hint: 'x', omitted: [], digest: 'a' };
    expect(say('task.context', { ...none, documents: ['AGENTS.md'] })).toBe(
      'No active task here. Start one: stateroom task start "Limit the rate of logins"\n  read first  AGENTS.md',
    );
    const rows = (ref: string, title: string) => [{ ref, title, priority: 1 }];
    const queue = { ready: 4, blocked: 0, yours: rows('W-1', 'Mine'), first: rows('W-2', 'Next') };
    expect(say('task.context', { ...none, documents: [], queue })).toBe(
      'No active task here. Start one: stateroom task start "Limit the rate of logins"\n  yours      W-1 Mine\n  ready (4)  W-2 P1 Next',
    );
    const clean = { profile: 'open_items', task: { ...task, focus: null, light: true, plan: null, workItem: null } };
    expect(
      say('task.context', { ...clean, findings: { open: { high: 0, medium: 0, low: 0 }, first: [] }, omitted: [] }),
    ).toBe(
      '  task           T-3 Retry on 503 (in progress, light, branch feature/t3-retry from main, revision 4)\n                 worktree: /w/t3-retry\n  open findings  none',
    );
  });
});

describe('tasks', () => {
  it('are told in a sentence', () => {
    expect(say('task.start', { task, workItems: ['W-1'], made: true, taken: null })).toBe(
      'Started T-3 Retry on 503 on feature/t3-retry.\nContinue in /w/t3-retry',
    );
    expect(say('task.start', { task, workItems: ['W-1', 'W-3'], made: true, taken: null })).toBe(
      'Started T-3 Retry on 503 on feature/t3-retry for W-1, W-3.\nContinue in /w/t3-retry',
    );
    expect(say('task.switch', { task, directory: '/w', changed: false, left: null, taken: null })).toBe(
      'T-3 Retry on 503 is already active here.\nContinue in /w',
    );
    const handed = { item: { ref: 'W-7', title: 'Retry' }, task: 'T-3', lane: null, to: 'codex', backup: 'refs/x' };
    expect(say('task.handOver', handed)).toBe('Handed T-3 to codex.\nFiles backed up as refs/x.');
    expect(say('task.handOver', { ...handed, task: null, to: null, backup: null })).toBe(
      'Handed W-7 Retry to the next agent.',
    );
    const taken = 'W-7 is yours now; ada held it.';
    expect(say('task.switch', { task, directory: '/w', changed: true, left: 'T-2', taken })).toBe(
      'T-3 Retry on 503 is ready.\nW-7 is yours now; ada held it.\nArchived T-2. To continue it: stateroom task switch T-2\nContinue in /w',
    );
    expect(say('task.update', { task })).toBe('T-3 Retry on 503 is in progress (revision 4).');
    const none = { worktree: null, branch: null };
    const both = { worktree: '/w', branch: 'feature/a-1' };
    const warnings = [{ text: 'No review.' }];
    const finished = { task, done: [], warnings, lanes: [], removed: none, kept: null, rescue: null };
    expect(say('task.finish', finished)).toBe('Finished and archived T-3 Retry on 503.\n  No review.');
    expect(say('task.finish', { ...finished, done: ['W-1', 'W-3'], warnings: [] })).toBe(
      'Finished and archived T-3 Retry on 503. Done: W-1, W-3.',
    );
    const lanes = [
      { lane: 'login', worktree: 'removed', rescue: 'refs/r' },
      { lane: 'page', worktree: 'left', rescue: null },
    ];
    expect(say('task.finish', { ...finished, warnings: [], lanes, removed: both, rescue: 'refs/s' })).toBe(
      `Finished and archived T-3 Retry on 503.
  Closed lane login; its files are backed up as refs/r.
  Closed lane page.
  Removed worktree /w and branch feature/a-1.
  Files that git did not have are backed up as refs/s.`,
    );
    expect(say('task.finish', { ...finished, warnings: [], kept: { ...both, why: 'It is in use.' } })).toBe(
      'Finished and archived T-3 Retry on 503.\n  Kept worktree /w and branch feature/a-1: It is in use.',
    );
    const left = { task: 'T-3', objective: 'Retry', ...both, why: null, rescue: null };
    const kept = { ...left, task: 'T-4', why: 'It is in use.' };
    expect(say('task.gc', { removed: false, tasks: [] })).toBe('Finished tasks left no worktrees or branches.');
    expect(say('task.gc', { removed: false, tasks: [left, kept] })).toBe(
      `T-3 Retry
  Can be removed: worktree /w and branch feature/a-1.
T-4 Retry
  Kept worktree /w and branch feature/a-1: It is in use.
To remove them: stateroom task gc --yes`,
    );
    expect(say('task.gc', { removed: true, tasks: [left] })).toBe(
      'T-3 Retry\n  Removed worktree /w and branch feature/a-1.',
    );
    const dead = { task: 'T-3', objective: 'Retry', branch: 'feature/a-1', lastActivity: '2026-11-02T10:00:00.000Z' };
    expect(say('task.reap', { archived: false, tasks: [] })).toBe('No abandoned tasks.');
    expect(say('task.reap', { archived: true, tasks: [dead] })).toMatch(
      /^Archived:\n {2}T-3 Retry \(last activity: .*2026.*\)\nTo restore one: stateroom task restore <task>$/,
    );
    expect(say('task.archive', { task })).toBe('Archived T-3 Retry on 503. To restore it: stateroom task restore T-3');
    expect(say('task.restore', { task })).toBe('T-3 Retry on 503 is in progress again.');
    expect(say('task.list', { tasks: [], truncated: false })).toBe(
      'No tasks. Start one: stateroom task start "Limit the rate of logins"',
    );
    expect(say('task.list', { tasks: [], truncated: false }, { archived: true })).toBe('No archived tasks.');
    expect(say('task.list', { tasks: [task], truncated: true })).toMatch(/T-3 +in progress +Retry on 503/);
  });

  it('are shown with what belongs to them', () => {
    const page = say('task.show', {
      task,
      workItems: ['W-7'],
      blockers: [blocker],
      nextActions: [],
      slices: [{ ref: 'S-1', title: 'Count', status: 'closed' }],
      decisions: [],
      openFindings: { high: 1 },
    });
    expect(page).toBe(`T-3  Retry on 503
  status         in progress
  focus          The jitter
  branch         feature/t3-retry
  target branch  main
  worktree       /w/t3-retry
  plan           .stateroom/plans/retry.md
  work item      W-7
  open findings  1 high, 0 medium, 0 low
  started        2026-11-02T09:00:00.000Z by ada
  blockers       B-2 No key for the server
  slices         S-1 Count — closed
  name           t3-retry
  changed        2026-11-02T09:30:00.000Z by codex (revision 4)`);
  });

  it('travel: the file itself is printed, and what became of it is said', () => {
    const counts = {};
    expect(say('task.export', { task: 'T-3', counts, file: 'a.json', content: null })).toBe('Wrote T-3 to a.json.');
    expect(say('task.export', { task: 'T-3', counts, file: null, content: { version: 1 } })).toBe(
      '{\n  "version": 1\n}',
    );
    const answer = { task, counts, notes: ['Its work item is not in this store.'], keptAs: 'replaced/a.json' };
    const renumbered = [{ from: 'F-1', to: 'F-3' }];
    expect(say('task.import', { ...answer, outcome: 'replaced', renumbered, renumberedCount: 7 })).toBe(
      `Replaced T-3 Retry on 503.
  Renumbered: F-1 → F-3, and 6 more.
  Its work item is not in this store.
  The previous version is saved next to the store as replaced/a.json.`,
    );
    expect(say('task.import', { ...answer, outcome: 'unchanged', renumbered: [], renumberedCount: 0 })).toBe(
      'T-3 Retry on 503 already exists here; nothing was changed.',
    );
  });
});

describe('what belongs to a task', () => {
  it('is told in a sentence', () => {
    const decision = {
      ...author,
      ref: 'D-4',
      decision: 'codex_choice_t3-retry_backoff',
      rationale: 'Kind.',
      slice: null,
    };
    expect(say('decision.record', { decision, recorded: true, warning: 'It is long.' })).toBe(
      'Recorded D-4 codex_choice_t3-retry_backoff.\n  It is long.',
    );
    expect(say('decision.record', { decision, recorded: false, differs: ['changedFiles'] })).toBe(
      'D-4 codex_choice_t3-retry_backoff already exists. It was not changed; your changed files would differ.',
    );
    expect(say('decision.list', { decisions: [], truncated: false })).toBe(
      'No decisions. Record one: stateroom decision record',
    );
    expect(
      say('decision.validate', { valid: false, problems: ['No slug.'], suggestion: 'a_b_c-1_d', parts: null }),
    ).toBe('The name is not valid:\n  No slug.\nSuggested name: a_b_c-1_d');
    expect(say('blocker.add', { blocker })).toBe('Added B-2 No key for the server.');
    expect(say('blocker.resolve', { blocker })).toBe('Resolved B-2 No key for the server.');
    expect(say('blocker.list', { blockers: [], truncated: false })).toBe(
      'No blockers. To add one: stateroom blocker add',
    );
    const action = { ...author, ref: 'A-5', action: 'Write the test', status: 'pending', priority: 100, note: null };
    expect(say('action.add', { action })).toBe('Added A-5 Write the test.');
    expect(say('action.complete', { action })).toBe('Done: A-5 Write the test.');
    expect(say('action.skip', { action })).toBe('Skipped A-5 Write the test.');
    expect(say('action.list', { actions: [{ ...action, endedAt: null }], truncated: false })).toMatch(
      /A-5 +pending +100 +Write the test/,
    );
    expect(say('touched.record', { recorded: 1, outside: 2 })).toBe(
      'Recorded 1 file. Skipped files outside the worktree: 2.',
    );
    expect(say('touched.list', { files: [], total: 0 })).toBe('No touched files.');
    expect(say('compaction.latest', { compaction: null })).toBe('No compaction was recorded.');
    expect(say('compaction.packet', { packet: 'one\ntwo', digest: 'a', enabled: true })).toBe('one\ntwo');
    expect(
      say('compaction.settings', {
        enabled: true,
        source: 'task',
        thresholds: { tokens: 75_000, characters: 300_000 },
      }),
    ).toBe('Compaction is on (task), starting at 75,000 tokens or 300,000 characters.');
  });
});
