import { describe, expect, it } from 'vitest';
import type { Lane, Worker } from '../../../domain/lane/lane.js';
import { say as sayMessage } from '../../../messages/say.js';
import { findOperation } from '../../../operations/catalogue.js';
import { lanePage } from '../../../present/lanePage.js';
import { markdownPage, markdownPen } from '../../../present/markdownPage.js';
import { english } from '../../../reports/translate.js';
import { bareIds } from './bareIds.js';
import { texts as laneText } from './laneText.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';
import type { View } from './view.js';

const now = Date.parse('2026-11-02T10:00:00.000Z');
const piped: View = { style: makeStyle(false), width: undefined, now };
const terminal: View = { ...piped, width: 100 };

function say(name: string, data: unknown, view = terminal, asked: Record<string, unknown> = {}): string {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  return resultText(operation, data, view, asked, laneText);
}

const worker: Worker = {
  name: 'login',
  state: 'WORKING',
  stateChangedAt: '2026-11-02T09:40:00.000Z',
  changedBy: 'codex',
  attempt: 1,
  agent: 'codex-1',
  harness: 'codex',
  reason: null,
  cancelled: false,
  submitted: null,
  approvedBy: null,
  liveness: 'STALE',
  lastBeatAt: '2026-11-02T09:57:00.000Z',
  livenessChangesAt: '2026-11-02T10:13:40.000Z',
  trouble: null,
  program: null,
};
const login: Lane = {
  ref: 'L-3',
  id: '01JBTQ2Q3G0000000000000000',
  lane: 'login',
  description: 'Limit the rate of logins',
  kind: 'implement',
  status: 'active',
  closeReason: null,
  task: null,
  workItem: 'W-12',
  branch: 'feature/login',
  base: 'main',
  worktreePath: '/repositories/shop.worktrees/login',
  ownedPaths: ['src/login/**', 'test/login/**'],
  gitWrites: 'agent',
  adopted: false,
  port: 42000,
  after: [],
  waitsFor: [],
  owner: null,
  agent: null,
  model: null,
  effort: null,
  merged: null,
  state: 'WORKING',
  worker,
  createdAt: '2026-11-02T09:30:00.000Z',
  updatedAt: '2026-11-02T09:40:00.000Z',
  revision: 2,
};
const page: Lane = {
  ...login,
  ref: 'L-4',
  lane: 'login-page',
  description: null,
  status: 'planned',
  workItem: null,
  branch: 'feature/login-page',
  ownedPaths: [],
  gitWrites: 'host',
  port: 42010,
  after: ['login'],
  waitsFor: [{ lane: 'login', stuck: false, ended: false, text: 'L-3 (login) is WORKING' }],
  state: 'ASSIGNED',
  worker: {
    ...worker,
    name: 'login-page',
    state: 'ASSIGNED',
    agent: null,
    harness: null,
    liveness: 'none',
    lastBeatAt: null,
  },
};
const tip = '3f2a9c1d5e6f7a8b3f2a9c1d5e6f7a8b3f2a9c1d';

describe('lanes on the command line', () => {
  it('are a table', () => {
    const lanes = [
      { ...login, ahead: 12, behind: 1, failing: [] },
      { ...page, ahead: null, behind: null, failing: [] },
    ];
    expect(say('lane.list', { lanes }, { ...terminal, width: 110 }).split('\n')).toEqual([
      'id   lane        status   worker    health  branch            +/-      port  after  for   what',
      'L-3  login       active   working   stale   feature/login     +12 -1  42000         W-12  Limit the rate of l…',
      'L-4  login-page  planned  assigned          feature/login-p…          42010  login',
    ]);
  });

  it('are a table of workers', () => {
    expect(say('worker.status', { workers: [login, page] }).split('\n')).toEqual([
      'worker      state     since       health  heartbeat  agent    branch             port  details',
      'login       working   20 min ago  stale   3 min ago  codex-1  feature/login     42000  Limit the ra…',
      'login-page  assigned  20 min ago                              feature/login-p…  42010  waits: L-3 (…',
    ]);
  });

  it('say of each worker where its review is', () => {
    const submitted = 'a'.repeat(40);
    const lanes: Lane[] = [
      login,
      { ...login, state: 'IN_REVIEW', worker: { ...worker, state: 'IN_REVIEW', submitted } },
      { ...login, worker: { ...worker, submitted } },
      { ...login, state: 'APPROVED', worker: { ...worker, state: 'APPROVED', submitted, approvedBy: 'Ada' } },
    ];
    const [head = '', ...rows] = say('worker.status', { workers: lanes }, piped).split('\n');
    const [from, to] = [head.indexOf('review'), head.indexOf('branch')];
    expect(rows.map(row => row.slice(from, to).trim())).toEqual([
      ...['', 'waiting', 'changes requested', 'approved by Ada'],
    ]);
  });

  it('say of workers that are silent why, and what to do', () => {
    const trouble = { reason: 'Its program exited with code 3.', next: 'Start it again.' };
    const program = {
      command: 'claude -p',
      pid: 4711,
      startedAt: '2026-11-02T09:40:00.000Z',
      endedAt: null,
      exitCode: null,
    };
    const silent: Lane = { ...login, worker: { ...worker, liveness: 'DEAD', trouble, program } };
    expect(
      say('worker.status', { workers: [silent, page] })
        .split('\n')
        .slice(3),
    ).toEqual(['', 'dead login: Its program exited with code 3.', '  Start it again.']);
    expect(say('worker.show', silent, piped).split('\n').slice(-7)).toEqual([
      '  program         claude -p',
      '  last heartbeat  2026-11-02T09:57:00.000Z',
      '  since           2026-11-02T09:40:00.000Z',
      '  health          dead',
      '  trouble         Its program exited with code 3.',
      '                  Start it again.',
      '  process         4711',
    ]);
    const ended = { ...program, endedAt: '2026-11-02T09:50:00.000Z', exitCode: 3 };
    const over: Lane = { ...login, worker: { ...worker, program: ended } };
    expect(say('worker.show', over, piped)).toContain('\n  ended           2026-11-02T09:50:00.000Z with exit code 3');
    const unknown: Lane = { ...login, worker: { ...worker, program: { ...ended, command: '' } } };
    const pen = markdownPen(english, iso => iso, sayMessage);
    const programs = [over, unknown].map(lane => /- Program.*/.exec(markdownPage(lanePage(lane, pen), pen))?.[0]);
    expect(programs).toEqual(['- Program: `claude -p`', undefined]);
  });

  it('tell of programs that run as workers', () => {
    expect(say('worker.logs', { text: 'one\n\u001b[2Jtwo\n' })).toBe('one\n\\x1b[2Jtwo');
    expect(say('worker.heartbeat', { lane: 'login', state: 'WORKING', ended: false })).toBe(
      'login is alive; it is working.',
    );
    expect(say('worker.heartbeat', { lane: 'login', state: 'WORKING', ended: true })).toBe(
      'The process of login has ended.',
    );
    const ran = (endedBy: string) => say('worker.run', { lane: 'login', exitCode: 3, endedBy });
    expect(['exit', 'not-found', 'cancelled'].map(ran)).toEqual([
      'The program of login ended with exit code 3.',
      'The program of login was not found.',
      'The program of login was stopped (cancelled).',
    ]);
  });

  it('are neither cut nor rounded when they are piped', () => {
    expect(say('worker.status', { workers: [login] }, piped).split('\n')).toEqual([
      'worker  state    since                     health  heartbeat                 agent    branch          port  details',
      'login   working  2026-11-02T09:40:00.000Z  stale   2026-11-02T09:57:00.000Z  codex-1  feature/login  42000  Limit the rate of logins',
    ]);
  });

  it('say how to begin where there are none, and why none matches', () => {
    const begin = 'No open lanes. Open one: stateroom worker spawn login --description "Limit the rate of logins"';
    expect(say('lane.list', { lanes: [] })).toBe(begin);
    expect(say('worker.status', { workers: [] })).toBe(begin);
    expect(say('lane.list', { lanes: [] }, terminal, { status: 'review' })).toBe(
      'No matches. To list all: stateroom lane list --all',
    );
    expect(say('worker.status', { workers: [] }, terminal, { stale: true })).toBe(
      'No matches. To list all: stateroom worker status',
    );
  });

  it('are pages when they are asked for', () => {
    const shown = { ...login, worker: { ...worker, attempt: 2, reason: 'Test it\ntwice', submitted: tip } };
    for (const name of ['lane.show', 'worker.show']) {
      expect(say(name, shown, piped)).toBe(
        `L-3  login
  status         working · stale
  branch         feature/login
  target branch  main
  worktree       /repositories/shop.worktrees/login
  work item      W-12
  port           42000
  opened         2026-11-02T09:30:00.000Z
  description    Limit the rate of logins
  owned paths    src/login/**
                 test/login/**
  next           Its agent submits it next (\`worker done\`).

Worker
  state           working
  agent           codex-1
  harness         codex
  attempt         2
  reason          Test it twice
  submitted       3f2a9c1d5e
  last heartbeat  2026-11-02T09:57:00.000Z
  since           2026-11-02T09:40:00.000Z
  health          stale`,
      );
    }
    expect(say('lane.show', { ...page, adopted: true }, piped)).toBe(
      `L-4  login-page
  status         waiting for login
  branch         feature/login-page
  target branch  main
  worktree       /repositories/shop.worktrees/login
  port           42010
  opened         2026-11-02T09:30:00.000Z
  depends on     L-3 (login) is WORKING
  owned paths    the whole repository
  adopted        yes
  git            only Stateroom commits, rebases and pushes
  after          login

Worker
  state  assigned
  since  2026-11-02T09:40:00.000Z`,
    );
  });

  it('are told when something is done to them', () => {
    expect(say('worker.start', login)).toBe('L-3 (login) is working.');
    expect(say('worker.start', { ...login, worker: { ...worker, reason: 'Conflicts in a.ts' } })).toBe(
      'L-3 (login) is working: Conflicts in a.ts.',
    );
    expect(say('worker.start', { ...login, status: 'closed', closeReason: 'cancelled' })).toBe(
      'L-3 (login) is closed, cancelled.',
    );
  });

  it('are told when they are opened', () => {
    const place = '  feature/login from main, port 42000\n  /repositories/shop.worktrees/login';
    expect(say('worker.spawn', { ...login, state: 'ASSIGNED', made: true, setup: null, missing: [] })).toBe(
      `Opened L-3 (login); its worker is assigned.\n${place}\n  To start work there: stateroom worker start`,
    );
    expect(say('lane.adopt', { ...login, state: 'ASSIGNED', made: true })).toBe(
      `Adopted L-3 (login); its worker is assigned.\n${place}\n  To start work there: stateroom worker start`,
    );
    expect(say('worker.spawn', { ...login, made: false })).toBe(
      `L-3 (login) already exists; its worker is working.\n${place}`,
    );
    expect(
      say('worker.spawn', { ...page, made: true, setup: null, missing: ['.env'] })
        .split('\n')
        .slice(-2),
    ).toEqual([
      '  Waiting: L-3 (login) is WORKING.',
      'Missing in the lane: .env. To copy such files into new lanes: "lane": {"copy": [".env*"]} in .stateroom/config.json',
    ]);
  });

  it('in review say if their branch has other commits than the submitted one', () => {
    const shown = { ...login, state: 'IN_REVIEW', worker: { ...worker, submitted: tip }, moved: 'b'.repeat(40) };
    expect(say('lane.show', shown)).toContain('submitted       3f2a9c1d5e; the branch has changed since\n');
  });

  it('are told when they are handed in, or stop at conflicts', () => {
    const handedIn = {
      ...login,
      state: 'IN_REVIEW',
      worker: { ...worker, submitted: tip },
      conflicts: [],
      warnings: [],
    };
    expect(say('worker.done', handedIn)).toBe('L-3 (login) is in review at 3f2a9c1d5e.');
    const warnings = [{ text: 'This branch removes or skips tests: a.test.ts.' }];
    expect(say('worker.done', { ...handedIn, warnings })).toBe(
      'L-3 (login) is in review at 3f2a9c1d5e.\n  warning: This branch removes or skips tests: a.test.ts.',
    );
    expect(say('worker.done', { ...login, state: 'CONFLICTED', conflicts: ['a.ts', 'b.ts'] })).toBe(
      'L-3 (login) is conflicted: the rebase onto main stopped at\n  a.ts\n  b.ts\n' +
        'Resolve them in /repositories/shop.worktrees/login, finish the rebase, then: stateroom worker done',
    );
    expect(say('worker.done', { ...login, state: 'CONFLICTED', conflicts: ['a.ts'], merging: 'main' })).toBe(
      'L-3 (login) is conflicted: the merge with main has conflicts in\n  a.ts\n' +
        'Resolve them in /repositories/shop.worktrees/login, commit, then: stateroom worker done',
    );
  });

  it('are told when they are merged, or have to be repaired first', () => {
    const cleared = {
      warnings: [],
      worktree: 'removed',
      rescue: null,
      leftBehind: [],
      teardownSkipped: null,
      stays: null,
    };
    const merged = { ...login, ...cleared, state: 'COMPLETED', status: 'merged', merged: tip, into: 'main', freed: [] };
    expect(say('worker.merge', merged)).toBe('Merged L-3 (login) into main (3f2a9c1d5e).');
    expect(say('worker.merge', { ...merged, freed: ['login-page', 'cart'] })).toBe(
      'Merged L-3 (login) into main (3f2a9c1d5e).\n  Can start now: login-page, cart',
    );
    const kept = { ...merged, rescue: 'refs/stateroom/rescue/login/1', freed: ['cart'] };
    expect(say('worker.merge', kept)).toBe(
      'Merged L-3 (login) into main (3f2a9c1d5e).\n' +
        '  The rest of its worktree is backed up: refs/stateroom/rescue/login/1\n  Can start now: cart',
    );
    expect(say('worker.merge', { ...merged, worktree: 'left' })).toBe(
      'Merged L-3 (login) into main (3f2a9c1d5e).\n  Its worktree stays: /repositories/shop.worktrees/login',
    );
    expect(say('worker.merge', { ...merged, worktree: 'left', stays: 'It is locked.' })).toBe(
      'Merged L-3 (login) into main (3f2a9c1d5e).\n  It is locked.',
    );
    expect(say('worker.merge', { ...merged, teardownSkipped: 'Nobody trusts `x`.' })).toBe(
      'Merged L-3 (login) into main (3f2a9c1d5e).\n  Teardown was skipped. Nobody trusts `x`.\n  A person can trust them with: stateroom trust grant',
    );
    expect(say('worker.repairMerge', { ...login, state: 'CONFLICTED', into: 'main', conflicts: ['a.ts'] })).toBe(
      'L-3 (login) is conflicted: the merge with main has conflicts in\n  a.ts\n' +
        'Resolve them in /repositories/shop.worktrees/login, commit, then: stateroom worker done',
    );
    expect(say('worker.repairMerge', { ...login, into: 'main', conflicts: [] })).toBe(
      'L-3 (login) merges into main without conflicts.',
    );
  });

  it('are told when their setup failed, and how much they take on disk', () => {
    const ran = [{ command: 'npm ci', exitCode: 1, endedBy: 'exit', durationMs: 900 }];
    const setup = {
      ...{ ok: false, ran, problem: '`npm ci` exited with code 1.', tail: 'one\ntwo\n' },
      ...{ copied: [], notCopied: [] },
    };
    expect(
      say('worker.spawn', { ...login, made: true, setup, missing: [] })
        .split('\n')
        .slice(-5),
    ).toEqual([
      'Setup failed, but the lane was created:',
      '  `npm ci` exited with code 1.',
      '  one',
      '  two',
      'Run setup again with: stateroom lane setup login',
    ]);
    expect(say('lane.setup', { lane: 'login', ...setup, tail: '' })).toBe(
      'The setup of login failed:\n  `npm ci` exited with code 1.',
    );
    expect(say('lane.teardown', { lane: 'login', ...setup, ok: true, problem: null })).toBe(
      'Finished the teardown of login: npm ci.',
    );
    expect(
      say('lane.setup', { lane: 'login', ok: true, ran: [], copied: [], notCopied: [], problem: null, tail: '' }),
    ).toBe('Nothing to do: the settings have no lane.setup, and no other ignored file matches lane.copy.');
    const leftovers = [
      { path: 'node_modules', bytes: 2_300_000_000 },
      { path: 'web/dist', bytes: 41_000 },
    ];
    expect(say('lane.show', { ...login, disk: { bytes: 2_310_000_000, leftovers } }, piped)).toContain(
      '\n  disk           2.3 GB, of which tools can recreate\n' +
        '                 node_modules (2.3 GB)\n                 web/dist (41 kB)\n',
    );
    for (const [way, commits, words] of [
      ['merge', 1, '1 commit into main, with a merge commit'],
      ['squash', 3, '3 commits into main, as one squashed commit'],
      ['rebase', 2, '2 commits into main, by rebasing'],
    ]) {
      const merge = { into: 'main', way, commits, along: 0, leftBehind: [] };
      expect(say('lane.show', { ...login, merge }, piped)).toContain(`\n  merge          ${words}\n`);
    }
    const more = { into: 'main', way: 'merge', commits: 1, along: 2, leftBehind: [{ path: 'dist', bytes: null }] };
    expect(say('lane.show', { ...login, merge: more }, piped)).toContain(
      '\n  merge          1 commit into main, with a merge commit, including 2 from the remote’s main; not backed up: dist\n',
    );
    expect(say('lane.show', { ...login, merge: null }, piped)).not.toContain('\n  merge ');
    expect(say('lane.clean', { lane: 'login', folders: leftovers, removed: false })).toBe(
      'login has 2.3 GB of ignored folders that tools can recreate:\n  node_modules (2.3 GB)\n  web/dist (41 kB)\nDelete them with --remove.',
    );
    expect(say('lane.clean', { lane: 'login', folders: leftovers.slice(1), removed: true })).toBe(
      'Removed 41 kB from login:\n  web/dist (41 kB)',
    );
    expect(say('lane.clean', { lane: 'login', folders: [], removed: false })).toBe(
      'login has no ignored folders that tools can recreate.',
    );
  });

  it('are recorded as merged in sentences', () => {
    expect(say('lane.recordMerged', { lanes: [] })).toBe('No lane in review was merged elsewhere.');
    const commit = '1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b';
    const lanes = [
      { lane: 'login', commit, outcome: 'recorded' },
      { lane: 'cart', commit, outcome: 'asked' },
    ];
    expect(say('lane.recordMerged', { lanes })).toBe(
      'Recorded login as merged (1a2b3c4d5e).\nAsked about cart: 1a2b3c4d5e makes the same change.',
    );
  });

  it('are repaired in sentences', () => {
    expect(say('lane.repair', { settled: [], repaired: [], missing: [], ignored: [], merged: [] })).toBe(
      'No lane needs repair.',
    );
    const settled = [{ lane: 'login', outcome: 'undone', notes: ['The branch feature/login stays.'] }];
    const merged = [{ lane: 'api', commit: '1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b', outcome: 'recorded' }];
    const repaired = [{ lane: 'page', worktreePath: '/repositories/shop.worktrees/page', how: 'index' }];
    const missing = [
      {
        lane: 'cart',
        worktreePath: '/repositories/shop.worktrees/cart',
        branch: 'feature/cart',
        why: 'its branch feature/cart no longer exists either',
      },
    ];
    const ignored = [{ file: 'journeys/set-aside/cart.0a1b2c3d.json', reason: 'it is not valid JSON', isNew: true }];
    expect(say('lane.repair', { settled, repaired, missing, ignored, merged })).toBe(
      'login: an interrupted operation was undone.\n  The branch feature/login stays.\n' +
        'Recorded api as merged (1a2b3c4d5e).\n' +
        'page: its missing worktree was recreated, with all staged changes: /repositories/shop.worktrees/page\n' +
        'cart: its worktree /repositories/shop.worktrees/cart is missing: its branch feature/cart no longer exists either.\n' +
        'Ignored files in the store’s folder:\n' +
        '  journeys/set-aside/cart.0a1b2c3d.json: it is not valid JSON.',
    );
  });

  it('have a distance from their bases', () => {
    const distance = {
      lane: 'login',
      branch: 'feature/login',
      base: 'main',
      ahead: 2,
      behind: 11,
      isThere: true,
      isAway: false,
    };
    const gone = { ...distance, lane: 'cart', branch: 'feature/cart', ahead: null, behind: null, isThere: false };
    const away = { ...distance, lane: 'page', isThere: false, isAway: true };
    expect(say('lane.distance', { lanes: [distance, gone, away] }).split('\n')).toEqual([
      'lane   ahead  behind  branch         base  worktree',
      'login      2      11  feature/login  main',
      'cart    gone    gone  feature/cart   main  worktree is missing',
      'page       2      11  feature/login  main  worktree is not visible from here',
    ]);
    expect(say('lane.distance', { lanes: [] })).toBe(
      'No open lanes. Open one: stateroom worker spawn login --description "Limit the rate of logins"',
    );
  });

  it('list what they change', () => {
    const files = [
      { path: 'src/a.ts', kind: 'add' },
      { path: 'src/b.ts', kind: 'edit' },
      { path: 'src/c.ts', kind: 'delete' },
      { path: 'src/e.ts', kind: 'rename', oldPath: 'src/d.ts' },
    ];
    const changes = { lane: 'login', base: 'main', worktreePath: '/repositories/x', from: tip, files };
    expect(say('lane.changes', changes)).toBe('A  src/a.ts\nM  src/b.ts\nD  src/c.ts\nR  src/d.ts → src/e.ts');
    expect(say('lane.changes', { ...changes, files: [] })).toBe('login has no changes since main (3f2a9c1d5e).');
  });

  it('let nothing in them drive the terminal', () => {
    const evil = '\u001b]0;owned\u0007\u001b[2Jx';
    const lane = { ...login, description: evil, worker: { ...worker, agent: evil, reason: evil } };
    for (const shown of [
      say('lane.list', { lanes: [{ ...lane, failing: [evil] }] }),
      say('worker.status', { workers: [lane] }),
      say('lane.show', lane),
      say('worker.start', lane),
    ]) {
      expect(shown).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });

  it('are their refs where little is asked for', () => {
    expect(bareIds({ lanes: [login, page] })).toBe('L-3\nL-4');
    expect(bareIds({ workers: [login] })).toBe('L-3');
    expect(bareIds(login)).toBe('L-3');
  });
});

it('says nothing of a heartbeat from before a lane was restored', () => {
  const restored = { ...page, worker: { ...worker, state: 'ASSIGNED', liveness: 'none' } };
  const lines = say('worker.show', restored).split('\n');
  expect(lines.filter(line => line.startsWith('  health'))).toEqual([]);
  expect(say('worker.show', login, piped).split('\n')).toContain('  health          stale');
});

it('says of a worker that asked a person that it waits, also where it gave no heartbeat', () => {
  const asking = { ...login, worker: { ...worker, liveness: 'WAITING', lastBeatAt: null } };
  expect(say('worker.show', asking, piped)).toMatch(/^ {2}health +waiting for you$/m);
  expect(say('worker.show', asking, piped)).not.toContain('last heartbeat');
});
