import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBench } from '../../src/build/bench.mjs';
import type { Row } from './support/measure.js';

// Tiny sizes: that each benchmark still runs and finds its data whole. How quick it was is for `npm run bench` to say.
const folder = mkdtempSync(join(tmpdir(), 'stateroom-bench-'));
let output = '';
let rows: readonly Row[] = [];

beforeAll(async () => {
  const [table, page] = [join(folder, 'rows.json'), join(folder, 'page.md')];
  const result = await runBench(['--smoke', '--rows', table, '--page', page], { install: false, quiet: true });
  output = result.output;
  expect(result.code, output).toBe(0);
  rows = JSON.parse(readFileSync(table, 'utf8')) as Row[];
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every measure of the design has its row', () => {
  expect(rows.map(row => row.measure)).toEqual([
    'claim p50, 1 process, 60 items',
    'claim p50, 1 process, 120 items',
    'claim p50 at 200 items / at 60, ours',
    'commits/s, 1 process, 120 items',
    'resident memory of a worker, 120 items',
    'journal bytes per claim',
    'commits/s, 2 processes, 120 items',
    'commits/s, 8 processes, 120 items',
    'claim p99, 8 processes',
    ...rows.map(row => row.measure).filter(measure => measure.endsWith('fsync + 5 ms')),
    'first 20 of the ready queue, 120 items, in memory',
    'cold open and first answer, 120 items, whole process',
    'resident memory after the first answer, 120 items',
    'opening with 20 commits in the journal, minus with none',
    'claim after kill -9 of the lock’s holder',
    'command line `queue next`, 60 items, over bare `node -e 0`',
    'command line `queue next`, 120 items, over bare `node -e 0`',
    '20 items from one file, whole process',
    'bytes of tools/list',
    'size of the VSIX',
    '20 SARIF results in 200 files, whole process',
    '20 findings in 200 edited files, found again',
    'a finding found again in a text of 2,000 lines while typing',
    'close-check on a task with 20 open findings, in process, with git',
    'pre-push for a branch without a task, over bare `node -e 0`',
    'pre-push for the branch of a task, judged, over bare `node -e 0`',
    'load_session on a task with 1000 decisions, 500 findings and 5000 touched files',
    'activate()',
    'tree of 60 items',
    'another process’ change, until its row is on the screen',
    'tree of 2000 findings',
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
