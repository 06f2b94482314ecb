import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newEvent } from '../../src/domain/event/newEvent.js';
import type { Store, Transaction } from '../../src/store/store.js';
import { agent, startOfTime, TestRepository } from '../support/testRepository.js';

let repo: TestRepository;
let store: Store;
beforeEach(() => {
  repo = new TestRepository();
  ({ store } = repo);
});

const append = ({ events }: Transaction, type: string) => events.append([newEvent(agent, startOfTime, type, null, {})]);

describe('a transaction of a spec', () => {
  afterEach(() => repo.close());

  it('runs its callback twice, of which the second run counts', async () => {
    let runs = 0;
    const first = await store.transaction(transaction => {
      runs += 1;
      return append(transaction, 'one');
    });
    expect([first, await repo.eventTypes()]).toEqual([1, ['one']]);
    // Where there was no store, the second run is rehearsed before it is made.
    expect(runs).toBe(3);
    await store.transaction(transaction => append(transaction, 'two'));
    expect(await repo.eventTypes()).toEqual(['one', 'two']);
  });

  it('shows to its caller what both runs have left', async () => {
    await store.create();
    const left: number[] = [];
    await store.transaction(async transaction => void left.push(await append(transaction, 'one')));
    expect(left).toEqual([1, 1]);
  });

  it('throws what its callback throws', async () => {
    await expect(store.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await repo.dump()).toBe('absent');
  });

  it('runs the second time on what another process committed meanwhile', async () => {
    await store.create();
    const seen: string[][] = [];
    repo.meanwhile = () => store.transaction(transaction => append(transaction, 'theirs'));
    await store.transaction(async transaction => {
      seen.push((await transaction.events.list({}, 'commit', 9)).map(({ type }) => type));
      await append(transaction, 'ours');
    });
    expect(seen).toEqual([[], ['theirs']]);
    expect(await repo.eventTypes()).toEqual(['theirs', 'ours']);
  });
});

describe('a transaction of a spec is refused, as is the end of the spec,', () => {
  afterEach(() => expect(repo.close()).rejects.toThrow(/^The callback of a transaction /));

  it('when the second run answers what the first one left', async () => {
    const left: string[] = [];
    const run = store.transaction(async () => {
      left.push('one');
      return left;
    });
    await expect(run).rejects.toThrow('ran twice, and differently: ["one"]\n  then ["one","one"]');
  });

  it('when the second run writes something else', async () => {
    await store.create();
    let count = 0;
    const run = store.transaction(transaction => {
      count += 1;
      return append(transaction, `run${count}`);
    });
    await expect(run).rejects.toThrow('ran twice, and differently: ["events","append"');
    expect(await repo.eventTypes()).toEqual([]);
  });

  it('when the second run has nothing left to do', async () => {
    await store.create();
    const types = ['one', 'two'].values();
    const run = store.transaction(async transaction => {
      for (const type of types) await append(transaction, type);
    });
    await expect(run).rejects.toThrow('ran twice, and differently: ["events","append"');
    expect(await repo.eventTypes()).toEqual([]);
  });

  const effects: readonly (readonly [string, string, (file: string) => unknown])[] = [
    ['writes a file', 'writeFileSync', file => writeFileSync(file, '')],
    ['writes a file without waiting', 'writeFile', file => void writeFile(file, '').catch(() => {})],
    ['starts a program', 'spawnSync', file => spawnSync(process.execPath, ['-e', `fs.writeFileSync('${file}', '')`])],
    ['sends a heartbeat', 'a heartbeat', () => store.heartbeats.put({ workItemId: 'X', token: 1, until: 1 })],
    ['writes into the log', 'a line of the log', () => repo.context().log.info('Done.')],
    ['reads elsewhere', 'a read of its own', () => store.read(async () => {})],
  ];
  it.each(effects)('when its callback %s', async (_, name, act) => {
    const file = join(repo.directory, 'effect');
    await expect(store.transaction(async () => void (await act(file)))).rejects.toThrow(
      `does what no rollback takes back: ${name}.`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('when its callback hides the error', async () => {
    await store.transaction(async () => {
      try {
        writeFileSync(join(repo.directory, 'effect'), '');
      } catch {}
    });
  });
});
