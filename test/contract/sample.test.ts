import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { mustRunCli } from '../editor/runCli.js';

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

  it('shows work items in every section', async () => {
    const { items } = await read<{ items: { ref: string; status: string }[] }>('queue', 'list');
    const status = Object.fromEntries(items.map(({ ref, status: stands }) => [ref, stands]));
    expect(status).toEqual({
      'W-1': 'in_flight',
      'W-2': 'in_flight',
      'W-3': 'in_flight',
      'W-4': 'pending',
      'W-5': 'waiting_human',
      'W-6': 'pending',
      'W-7': 'done',
    });
  });

  it('shows a task with all that belongs to it, a finding and a lane', async () => {
    const { counts } = await tables();
    expect(counts).toEqual({
      blockers: 1,
      decisions: 2,
      evidence: 1,
      findings: 1,
      lanes: 1,
      messages: 1,
      next_actions: 1,
      plans: 1,
      review_runs: 1,
      slices: 1,
      tasks: 1,
      workers: 1,
      worker_reports: 1,
    });
  });

  async function tables(): Promise<{ counts: Record<string, number> }> {
    const names = [
      ...[
        'blockers',
        'decisions',
        'evidence',
        'findings',
        'lanes',
        'messages',
        'next_actions',
        'plans',
        'review_runs',
        'slices',
      ],
      ...['tasks', 'workers', 'worker_reports'],
    ];
    const sql = names.map(name => `select '${name}' as name, count(*) as number from ${name}`).join(' union all ');
    const { rows } = await read<{ rows: [string, number][] }>('store', 'query', sql);
    return { counts: Object.fromEntries(rows) };
  }

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
