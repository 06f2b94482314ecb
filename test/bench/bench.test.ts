import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runBench } from '../../build/bench.mjs';
import { errorIn } from './support/errorIn.js';
import { NotHere, type Row } from './support/measure.js';
import { once } from './support/once.js';
import { asPage } from './support/report.js';
import { missedBounds, runMeasures } from './support/runMeasures.js';

// Tiny sizes: that each benchmark still runs and finds its data whole. How quick it was is for `npm run bench` to say.
const folder = mkdtempSync(join(tmpdir(), 'stateroom-bench-'));
let output = '';
let rows: readonly Row[] = [];

// A test and no hook: what failed on a busy machine is measured once more. Those below it read what it leaves.
test('each measure can be taken', async () => {
  const [table, page] = [join(folder, 'rows.json'), join(folder, 'page.md')];
  const result = await runBench(['--smoke', '--rows', table, '--page', page], { install: false, quiet: true });
  output = result.output;
  const [, reasons = result.code === 0 ? '' : output] = output.split(/^\d+ of \d+ not measured:$/m);
  if (result.code !== 0) process.stdout.write(output);
  expect(reasons.trim(), 'not measured').toBe('');
  expect(result.code).toBe(0);
  rows = JSON.parse(readFileSync(table, 'utf8')) as Row[];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a time on the page stands beside what it comes to on the usual machine, and a ratio alone', () => {
  const row = { bound: '≤ 1', goal: '', verdict: 'missed', detail: '', nodeStartMs: 130 } as const;
  const rows: Row[] = [
    { ...row, measure: 'opening', measured: '250 ms' },
    { ...row, measure: 'importing', measured: '1.50 s', nodeStartMs: 65 },
    { ...row, measure: 'claiming', measured: '2.20 × (1.79–2.45)' },
  ];
  expect(asPage([], rows, 5).split('\n').slice(-4, -1)).toEqual([
    '| opening | ≤ 1 |  | 250 ms | ✗ missed |  | 125 ms |',
    '| importing | ≤ 1 |  | 1.50 s | ✗ missed |  | 1.50 s |',
    '| claiming | ≤ 1 |  | 2.20 × (1.79–2.45) | ✗ missed |  |  |',
  ]);
});

test('every measure of the design has its row', () => {
  expect(rows.map(row => row.measure)).toEqual([
    'claim p50, 1 process, 60 items',
    'claim p50, 1 process, 120 items',
    'claim p50 at 200 items / at 60, ours',
    'commits/s, 1 process, 120 items',
    'bytes in the log per claim',
    'commits/s, 2 processes, 120 items',
    'commits/s, 8 processes, 1 + 2 claims each',
    'commits/s, 8 processes, 2 + 4 claims each',
    'commits/s, 8 processes, 1 + 2 claims each, statements by hand',
    'commits/s, 8 processes, 2 + 4 claims each, statements by hand',
    'claim p99, 8 processes, 1 + 2 claims each',
    'claim p50, 1 process, fsync + 2 ms',
    'commits/s, 8 processes, fsync + 2 ms',
    'first 20 of the ready queue, 120 items, in memory',
    'cold open and first answer, 120 items, whole process',
    'resident memory after the first answer, 120 items',
    'opening over loading the WASM, 400 events, 20 commits waiting',
    'resident memory after 10 claims, 120 items',
    'resident memory after 10 claims, 120 items and 400 events',
    'resident memory while lists, trends and search read 400 events, over that after claims',
    'applying a commit of another process, of those of one turn, warm',
    'command line `queue next`, 60 items, over bare `node -e 0`',
    'command line `queue next`, 120 items, over bare `node -e 0`',
    '20 items from one file, whole process',
    'MCP server, from its start to its list of tools, 120 items, against bare `node -e 0`',
    'MCP server, from its start to its first answer, 120 items, over bare `node -e 0`',
    '`install` of all agents, whole process',
    'bytes of tools/list',
    'size of the VSIX',
    '20 SARIF results in 200 files, whole process',
    '20 findings in 200 edited files, located again',
    'a finding located in a text of 2,000 lines while typing',
    'marks of 100 findings in one file, updated after an edit',
    'close-check on a task with 20 open findings, in process, with git',
    'pre-push for a branch without a task, over bare `node -e 0`',
    'pre-push for the branch of a task, gate checked, over bare `node -e 0`',
    'overlaps of 3 lanes with 10 changed files each, cold, in process',
    'overlaps of 3 lanes with 10 changed files each, when one lane changed, in process',
    'overlaps of 3 lanes with 10 changed files each, when nothing changed, in process',
    '`lane may-edit` with 3 lanes, over bare `node -e 0`',
    'hook of an agent as a session begins with 3 lanes, over bare `node -e 0`',
    'hook of an agent before an edit with 3 lanes, over bare `node -e 0`',
    'hook of an agent before a command with 3 lanes, over bare `node -e 0`',
    'hook of an agent at the end of a turn with 3 lanes, over bare `node -e 0`',
    'load_session on a task with 1000 decisions, 500 findings and 5000 touched files',
    '`worker status` with 3 lanes, over bare `node -e 0`',
    'a heartbeat beside 3 others',
    '`worker spawn` in a repository of 200 files, over 1.3 × `git worktree add`',
    'search of 200 items, p95 in a warm process',
    '`search` in 200 items, over bare `node -e 0`',
    'a page of 5000 events of a timeline of 240, as text, p95',
    '`retro weekly` of a week of 100 events, whole process',
    '`run evidence add`, 120 items, over bare `node -e 0`',
    '`run start`, 20 documents without an index, over bare `node -e 0`',
    '`run start`, 20 documents with an index, over bare `node -e 0`',
    '`run start`, 20 documents with an index, one changed since, over bare `node -e 0`',
    'a change with dashboard.md / without it, 120 items, in a process that lasts',
    'functions called by `queue next`',
    'functions called by `finding record`',
    'functions called by `worker approve`',
    'functions called by `worker merge`',
    'activate()',
    'the Queue view filled for the first time, activate() included',
    'tree of 60 items',
    'a change by another process, until its row is on the screen',
    'tree of 3 lanes',
    'tree of 20 findings',
    'dashboard with 120 items and 240 events, first paint',
    'dashboard with 120 items and 240 events, charts complete',
    'page of a work item with 120 timeline rows, first paint, over the dashboard’s',
    'dashboard, a new state until it is on the page',
    'memory of the dashboard’s page after an hour of changes, over that after the first',
    'processor time while no view is visible, 2 s, over the host without Stateroom',
    'memory of the extension host with 120 items, over the host without Stateroom',
  ]);
});

test('what was measured is a figure, and what was not says why', () => {
  for (const row of rows) {
    if (row.verdict === 'not measured') expect(row.detail, row.measure).not.toBe('');
    else expect(row.measured, row.measure).toMatch(/^-?\d/);
  }
});

test('the page holds every row and no date', () => {
  const page = readFileSync(join(folder, 'page.md'), 'utf8');
  for (const row of rows) expect(page).toContain(`| ${row.measure} |`);
  expect(page).not.toMatch(/\b20\d\d-\d\d-\d\d\b/);
});

test('nothing that was started is left behind', () => {
  expect(output).not.toContain('Error');
});

test('each row says how good it has to be', () => {
  const limits = new Map(rows.map(({ measure, bound, goal }) => [measure, `${bound} | ${goal}`]));
  expect(limits.get('bytes of tools/list')).toBe('≤ 10 kB | ');
  expect(limits.get('size of the VSIX')).toBe('≤ 2.04 MB | ');
  expect(limits.get('activate()')).toBe('≤ 50 ms | ');
  expect(limits.get('tree of 60 items')).toBe(' | ≤ 50 ms');
  expect(limits.get('tree of 3 lanes')).toBe('≤ 100 ms | ');
  expect(limits.get('tree of 20 findings')).toBe('≤ 100 ms | ');
  expect(limits.get('marks of 100 findings in one file, updated after an edit')).toBe('≤ 20 ms | ');
  expect(limits.get('dashboard with 120 items and 240 events, first paint')).toBe('≤ 300 ms | ');
  expect(limits.get('dashboard, a new state until it is on the page')).toBe('≤ 50 ms | ');
  expect(limits.get('page of a work item with 120 timeline rows, first paint, over the dashboard’s')).toBe('≤ 1 × | ');
});

test('what depends on no machine is within its bound at any size', () => {
  const verdicts = new Map(rows.map(({ measure, verdict }) => [measure, verdict]));
  expect(verdicts.get('bytes of tools/list')).toBe('goal met');
  expect(verdicts.get('size of the VSIX')).toBe('goal met');
  expect(verdicts.get('functions called by `queue next`')).toBe('bound met, goal missed');
  const idle = rows.find(({ measure }) => measure.startsWith('processor time while no view is visible'));
  expect(idle?.detail).toContain('; 0 timers and 0 processes started');
});

test('a bound that is missed is named, and a goal is not', () => {
  const row = { detail: '', measured: '61 ms' } as const;
  expect(
    missedBounds([
      { ...row, measure: 'activate()', bound: '≤ 50 ms', goal: '', verdict: 'missed' },
      { ...row, measure: 'one tree', bound: '', goal: '≤ 50 ms', verdict: 'missed' },
      { ...row, measure: 'another', bound: '≤ 80 ms', goal: '≤ 50 ms', verdict: 'bound met, goal missed' },
      { ...row, measure: 'a third', bound: '≤ 80 ms', goal: '', verdict: 'goal met' },
    ]),
  ).toEqual(['activate(): 61 ms, not ≤ 50 ms']);
});

test('a group that fails has its rows all the same, and the others are measured', async () => {
  const [table, page, noGit] = [join(folder, 'few.json'), join(folder, 'few.md'), join(folder, 'empty')];
  mkdirSync(noGit);
  vi.stubEnv('PATH', noGit);
  const words = ['--smoke', '--only', 'findings,gates,context', '--rows', table, '--page', page];
  const result = await runBench(words, { install: false, quiet: true }).finally(() => vi.unstubAllEnvs());
  const found = JSON.parse(readFileSync(table, 'utf8')) as Row[];
  expect(
    found.map(({ measure, verdict, detail }) => [measure, verdict === 'not measured' ? detail : 'measured']),
  ).toEqual([
    ['20 SARIF results in 200 files, whole process', 'spawnSync git ENOENT'],
    ['20 findings in 200 edited files, located again', 'spawnSync git ENOENT'],
    ['a finding located in a text of 2,000 lines while typing', 'measured'],
    ['marks of 100 findings in one file, updated after an edit', 'measured'],
    ['close-check on a task with 20 open findings, in process, with git', 'spawnSync git ENOENT'],
    ['pre-push for a branch without a task, over bare `node -e 0`', 'spawnSync git ENOENT'],
    ['pre-push for the branch of a task, gate checked, over bare `node -e 0`', 'spawnSync git ENOENT'],
    ['load_session on a task with 1000 decisions, 500 findings and 5000 touched files', 'measured'],
  ]);
  expect(result.code).toBe(1);
  expect(result.output).toContain(
    '5 of 8 not measured:\n20 SARIF results in 200 files, whole process: spawnSync git ENOENT',
  );
  const text = readFileSync(page, 'utf8');
  expect(text).toContain(
    '| 20 findings in 200 edited files, located again | ≤ 1 s |  | – | not measured | spawnSync git ENOENT |',
  );
}, 300_000);

describe('a measure', () => {
  const plan = { measure: 'how long', bound: '≤ 1 s', goal: '' };
  const row = { ...plan, measured: '–', verdict: 'not measured' };

  test('that fails does not keep the next one from its figure', async () => {
    const failing = { ...plan, run: () => Promise.reject(new Error('/here/worker died\nwith a long story')) };
    const figure = { measured: '1 ms', verdict: 'goal met', detail: '' } as const;
    const { rows: both, failures } = await runMeasures([failing, { ...plan, run: () => figure }], {
      asShown: reason => reason.replace('/here', '…'),
    });
    expect(both).toEqual([
      { ...row, detail: '…/worker died' },
      { ...plan, measured: '1 ms', verdict: 'goal met', detail: '' },
    ]);
    expect(failures).toEqual(['how long: …/worker died']);
  });

  test('knows how quick the machine was around it', async () => {
    const speeds = [[50, 50], [100, 110], [200]];
    const figure = { measured: '1 ms', verdict: 'goal met', detail: '' } as const;
    const { rows: both } = await runMeasures(
      [
        { ...plan, run: () => figure },
        { ...plan, run: () => figure },
      ],
      { startNode: async () => speeds.shift() ?? [] },
    );
    // The second took no time of its own: it was measured with the first.
    expect(both.map(row => row.nodeStartMs)).toEqual([100, 100]);
    expect(speeds).toEqual([[200]]);
  });

  test('that this machine cannot take is no failure', async () => {
    const run = () => {
      throw new NotHere('needs Linux');
    };
    expect(await runMeasures([{ ...plan, run }])).toEqual({ rows: [{ ...row, detail: 'needs Linux' }], failures: [] });
  });

  test('is not tried again with what already failed for another', async () => {
    let tried = 0;
    const seed = once(async () => {
      tried += 1;
      throw new Error('no seed');
    });
    const { failures } = await runMeasures([
      { ...plan, run: seed },
      { ...plan, run: seed },
    ]);
    expect(failures).toEqual(['how long: no seed', 'how long: no seed']);
    expect(tried).toBe(1);
  });
});

test('the reason of a program that died is its error', () => {
  const words =
    'file:///bench/worker.mjs:12\n  throw error;\n  ^\n\nSqliteError: database is locked\n    at open (worker.mjs)';
  expect(errorIn(words)).toBe('SqliteError: database is locked');
  expect(errorIn('stateroom: note: A transaction held the store for 1230 ms.')).toBeUndefined();
});
