import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import { randomIds } from '../../src/platform/idSource.js';
import { silentLog } from '../../src/platform/log.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../src/store/store.js';
import { makeRepository, programFile, run } from './cliRig.js';

const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n';
const hoarding =
  'with recursive n(x) as (select zeroblob(1000000) union all select x from n) select * from n order by x';

describe('a query that never ends', () => {
  it('is ended by the command line when its time is up', async () => {
    const repository = makeRepository();
    await run(['queue', 'add', 'Work'], { cwd: repository });
    const ended = await run(['store', 'query', endless, '--timeout', '1', '--json'], { cwd: repository });
    expect(ended.code).toBe(124);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      ok: false,
      code: 'timed_out',
      message: 'The query was stopped because it took longer than 1 s.',
      hint: 'Request less, make sure that a recursive query terminates, or increase timeout.',
    });
    const after = await run(['store', 'query', 'select title from work_items', '--json'], { cwd: repository });
    expect(JSON.parse(after.stdout).data).toEqual({ columns: ['title'], rows: [['Work']], truncated: false });
  });
});

describe('a query on a thread of its own', () => {
  let directory: string;
  let store: Store;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'stateroom-query-'));
    const dist = dirname(programFile);
    store = openSqljsStore({
      directory: join(directory, 'store'),
      wasmFile: join(dist, 'sql-wasm.wasm'),
      queryWorker: join(dist, 'queryWorker.mjs'),
      clock: systemClock,
      ids: randomIds,
      log: silentLog,
      mode: 'async',
    });
    await store.create();
  });

  afterEach(async () => {
    await store.close();
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  it('leaves its caller free, who can call it off', async () => {
    const stop = new AbortController();
    const running = store.maintenance.query(endless, 10, { timeoutMs: 60_000, signal: stop.signal });
    running.catch(() => undefined);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 5);
    // Others read and write meanwhile.
    await store.transaction(async transaction => transaction.workItems.takeNumbers(1));
    await expect.poll(() => ticks).toBeGreaterThan(20);
    clearInterval(ticking);
    stop.abort();
    await expect(running).rejects.toMatchObject({
      code: 'QUERY_ENDED',
      message: 'The query was cancelled before it finished.',
    });
  });

  it('is not begun when it was called off before', async () => {
    const running = store.maintenance.query('select 1', 10, { signal: AbortSignal.abort() });
    await expect(running).rejects.toMatchObject({ code: 'QUERY_ENDED' });
  });

  it('answers as it does on the caller’s thread, refusals too', async () => {
    expect(await store.maintenance.query("values (1, null, x'00'), (2, 'two', 0.5)", 1)).toEqual({
      columns: ['column1', 'column2', 'column3'],
      rows: [[1, null, '<1 bytes>']],
      truncated: true,
    });
    await expect(store.maintenance.query('delete from events', 1)).rejects.toMatchObject({
      code: 'INVALID_STATEMENT',
      message: 'Only a single SELECT statement is allowed.',
      hint: { key: 'store.onlySelectHint' },
    });
    await expect(store.maintenance.query('select 1; select 2', 1)).rejects.toMatchObject({
      code: 'INVALID_STATEMENT',
      message: 'A statement was refused because it contains several statements.',
    });
  });

  it('may not use up the memory of the machine', async () => {
    await expect(store.maintenance.query(hoarding, 1, { timeoutMs: 30_000 })).rejects.toMatchObject({
      code: 'INVALID_STATEMENT',
      message: 'The query needs more memory than is allowed.',
    });
  });
});
