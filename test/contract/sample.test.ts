import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { mustRunCli } from '../editor/runCli.js';
import { git } from './cliRig.js';

const shipped: typeof import('../../src/sample/sample.js') = await import(
  pathToFileURL(join(place.dist, 'sample.mjs')).href
);
const tools = { program: join(place.dist, 'cli.mjs'), environment: process.env };

describe('the sample repository', () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let sample: string;
  let repository: string;

  beforeAll(async () => {
    home = await temporaryFolder('stateroom-sample-');
    sample = join(home.path, 'sample');
    repository = await shipped.makeSample(sample, tools);
  }, 240_000);

  afterAll(() => home?.remove());

  const read = <T>(...words: string[]): Promise<T> => mustRunCli<T>(repository, 'reader', words);

  it('has work items in every section, also ready, blocked and scheduled', async () => {
    const { items } = await read<{ items: { status: string }[] }>('queue', 'list', '--limit', '100');
    const count = (status: string): number => items.filter(item => item.status === status).length;
    const statuses = ['pending', 'in_flight', 'waiting_human', 'done', 'failed', 'cancelled'];
    expect(statuses.map(count)).toEqual([10, 6, 2, 23, 1, 1]);
    const scheduled = await table('select count(*) from work_items where not_before is not null');
    const waiting = await table('select count(*) from work_item_dependencies');
    expect([scheduled, waiting]).toEqual([[[1]], [[4]]]);
  });

  it('has lanes in every state, of which one waits for a review and one to be merged', async () => {
    const { lanes } = await read<{ lanes: { lane: string; state: string; worker: { liveness: string } }[] }>(
      ...['lane', 'list', '--all'],
    );
    expect(lanes.filter(({ state }) => state === 'COMPLETED')).toHaveLength(12);
    expect(
      lanes
        .filter(({ state }) => state !== 'COMPLETED')
        .map(({ lane, state, worker }) => [lane, state, worker.liveness]),
    ).toEqual([
      ['saved-cart', 'CONFLICTED', 'ok'],
      ['price-filter', 'APPROVED', 'none'],
      ['guest-checkout', 'IN_REVIEW', 'none'],
      ['invoice', 'ASSIGNED', 'none'],
      ['low-stock', 'WORKING', 'ok'],
    ]);
    const { files } = await read<{ files: { path: string }[] }>('lane', 'changes', 'guest-checkout');
    expect(files.map(({ path }) => path).sort()).toEqual([
      'src/checkout.js',
      'src/customer.js',
      'src/mail.js',
      'test/checkout.test.js',
    ]);
  });

  it('has findings of each severity, open, fixed, reopened and dismissed', async () => {
    const rows = await table('select status, severity, reopen_count from findings order by 1, 2, 3');
    expect(rows.map(row => row.join(' '))).toEqual([
      'deferred medium 0',
      'fixed high 0',
      'fixed high 0',
      'fixed medium 0',
      'open high 0',
      'open high 0',
      'open low 0',
      'open low 0',
      'open low 0',
      'open medium 0',
      'open medium 0',
      'open medium 1',
      'wontfix low 0',
    ]);
  });

  it('has a task with slices and decisions, which its gate refuses', async () => {
    const { reasons } = await mustRunCli<{ reasons: { code: string }[] }>(
      `${repository}.worktrees/refunds-1`,
      'reader',
      ['gate', 'close-check'],
    );
    expect(reasons.map(({ code }) => code).sort()).toEqual([
      'dirty_worktree',
      'failing_test_evidence',
      'open_blocker',
      'open_high_finding',
      'open_slice',
      'pending_next_action',
      'plan_not_accepted',
    ]);
  });

  it('happened on working days of three weeks, by four agents with their models and two people', async () => {
    expect(await table('select distinct actor, model from events order by 1')).toEqual([
      ['Robin', null],
      ['Sam', null],
      ['claude-7d', 'claude-opus-4-5'],
      ['codex-4f', 'gpt-5.2-codex'],
      ['copilot-90', 'claude-sonnet-4-5'],
      ['gemini-b3', 'gemini-3-pro'],
    ]);
    const events = await table('select ts from events order by id');
    const now = Date.now();
    // The acts of one call come from one moment.
    const times = events.map(([ts]) => new Date(Number(ts)));
    expect(times.filter(time => time.getTime() > now)).toEqual([]);
    const past = times.filter(time => now - time.getTime() > 24 * 60 * 60 * 1000 && time.getHours() !== 0);
    expect(past.filter(time => time.getDay() % 6 === 0 || time.getHours() < 9 || time.getHours() > 16)).toEqual([]);
    expect(new Set(past.map(time => time.toDateString())).size).toBeGreaterThanOrEqual(14);
    const dates = git(repository, 'log', '--format=%aI %cI', 'main').trim().split(/\s/);
    expect(dates.filter(date => Date.parse(date) > now - 24 * 60 * 60 * 1000)).toEqual([]);
    expect((await read<{ ok: boolean }>('store', 'check')).ok).toBe(true);
  });

  const table = async (sql: string): Promise<(string | number | null)[][]> =>
    (await read<{ rows: (string | number | null)[][] }>('store', 'query', sql)).rows;

  it('is made in an empty folder alone', async () => {
    const taken = join(home.path, 'taken');
    await mkdir(taken);
    await writeFile(join(taken, 'mine.txt'), 'mine');
    await expect(shipped.makeSample(taken, tools)).rejects.toThrow(`${taken} is not empty: choose another folder.`);
    expect(await readdir(taken)).toEqual(['mine.txt']);
    expect(await shipped.removeSample(taken)).toBe('no-sample');
    expect(await readdir(taken)).toEqual(['mine.txt']);
  });

  it('leaves nothing when it is cancelled on the way', async () => {
    const cancelled = new AbortController();
    const folder = join(home.path, 'cancelled');
    const steps: number[] = [];
    const making = shipped.makeSample(folder, { ...tools, signal: cancelled.signal }, done => {
      steps.push(done);
      if (done === 9) cancelled.abort();
    });
    await expect(making).rejects.toThrow('abort');
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(existsSync(folder)).toBe(false);
  });

  it('goes only while it holds nothing of anybody else', async () => {
    await writeFile(join(sample, 'mine.txt'), 'mine');
    expect(await shipped.removeSample(sample)).toBe('more-in-it');
    expect(existsSync(repository)).toBe(true);
    await rm(join(sample, 'mine.txt'));
    expect(await shipped.removeSample(sample)).toBeUndefined();
    expect(existsSync(sample)).toBe(false);
  });
});
