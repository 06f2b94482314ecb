import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { isStoreError, StoreError } from '../../src/store/storeError.js';
import { journalPath, namesIn, openBefore, seedBefore, titlesBefore } from './support/before.js';
import { deadPid } from './support/child.js';
import { dieAt, FaultyFiles, failAt } from './support/faultyFiles.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { addItems, dumpOf, dumpOfBefore, titlesOf } from './support/rows.js';
import { copyOf, pretendDead } from './support/seed.js';
import { sized } from './support/size.js';

let nobody = 0;
beforeAll(async () => {
  nobody = await deadPid();
});

/** A call whose process is killed, or whose call fails, at each of them. */
const deeds: readonly {
  readonly name: string;
  prepare(): Promise<string>;
  act(store: Store): Promise<unknown>;
  readonly added: readonly string[];
}[] = [
  { name: 'a read', prepare: seedBefore, act: store => titlesOf(store), added: [] },
  { name: 'a write', prepare: seedBefore, act: store => addItems(store, ['new']), added: ['new'] },
  {
    name: 'a write, where a checkpoint was killed before its seal and a write in the middle',
    async prepare() {
      const directory = await seedBefore();
      const journal = readFileSync(journalPath(directory));
      writeFileSync(journalPath(directory, 3), journal.subarray(0, 64));
      writeFileSync(journalPath(directory, 2), Buffer.concat([journal, Buffer.from('half a record')]));
      return directory;
    },
    act: store => addItems(store, ['new']),
    added: ['new'],
  },
];

const stride = sized(1, 5);

/** What a store of before says now: its titles, or STORE_TOO_NEW. */
async function asked(store: Store): Promise<readonly string[] | string> {
  return titlesOf(store).catch((error: unknown) => (isStoreError(error) ? error.code : String(error)));
}

/** Opens the store, writes, and makes a checkpoint on closing it. */
async function checkpointTwice(directory: string): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const store = openStore(directory, { checkpoint: { ...neverCheckpoint, closeRecords: 0 } });
    await addItems(store, [`before checkpoint ${round}`]);
    await store.close();
  }
}

/** What is there afterwards: the store of before, whole and going on, or the one that took it over, and nothing of both. */
async function expectOneOfBoth(directory: string, running: Store, added: readonly string[], at: string): Promise<void> {
  const old = openBefore(directory);
  const found = await asked(old);
  expect(await asked(running), at).toEqual(found);
  const expected = [...titlesBefore];
  if (found !== 'STORE_TOO_NEW') {
    expect(found, at).toEqual(titlesBefore);
    await addItems(running, ['by a running program of before']);
    await addItems(old, ['by a program of before']);
    expected.push('by a running program of before', 'by a program of before');
  } else {
    for (const store of [running, old]) {
      await expect(addItems(store, ['lost']), at).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
    }
  }
  await Promise.all([old.close(), running.close()]);

  const fresh = openStore(directory);
  const titles = await titlesOf(fresh);
  const withAdded = [...titlesBefore, ...added, ...expected.slice(titlesBefore.length)];
  expect([expected, withAdded], at).toContainEqual(titles);
  await addItems(fresh, ['afterwards']);
  expect((await fresh.maintenance.check()).problems, at).toEqual([]);
  const again = openStore(directory);
  expect(await titlesOf(again), at).toEqual([...titles, 'afterwards']);
  expect(await dumpOf(again), at).toBe(await dumpOf(fresh));
  const tooLate = openBefore(directory);
  expect(await asked(tooLate), at).toBe('STORE_TOO_NEW');
  await fresh.close();
  await checkpointTwice(directory);
  expect(namesIn(directory, /^(?:journal|state|proc|lock|break|draft)\b/), at).toEqual(['journal.00000003.log']);
  expect(namesIn(directory, /^(?:base|log|image|pages)\./), at).toHaveLength(2 + 2 + 4);
  expect(await asked(openBefore(directory)), at).toBe('STORE_TOO_NEW');
  await Promise.all([again, tooLate].map(one => one.close()));
}

describe.each(deeds.map(deed => [deed.name, deed] as const))('a takeover by %s', (_name, { prepare, act, added }) => {
  /** How many calls the takeover makes: up to the name of the base, and of its folder's flush. */
  const countCalls = async (seed: string): Promise<number> => {
    const faulty = new FaultyFiles();
    const store = openStore(copyOf(seed), { files: faulty.files });
    faulty.arm();
    await act(store);
    faulty.disarm();
    await store.close();
    return faulty.log.findIndex(line => /linkSync .*base\.00000003/.test(line)) + 5;
  };

  it('leaves the one store or the other, wherever in it the process is killed', async () => {
    const seed = await prepare();
    const calls = await countCalls(seed);
    expect(calls).toBeGreaterThan(50);
    for (let index = 0; index <= calls; index += stride) {
      const directory = copyOf(seed);
      const faulty = new FaultyFiles();
      const store = openStore(directory, { files: faulty.files });
      const running = openBefore(directory);
      await running.health();
      faulty.arm(dieAt(index, 'before'));
      await act(store).catch(() => undefined);
      pretendDead(directory, nobody);
      await expectOneOfBoth(directory, running, added, `killed before call ${index} (${faulty.log[index]})`);
      faulty.disarm();
      await store.close();
    }
  });

  it.each(['EIO', 'ENOSPC', 'EACCES'].slice(0, sized(3, 1)))(
    'is done or not done, whichever call answers %s',
    async code => {
      const seed = await prepare();
      const calls = await countCalls(seed);
      for (let index = 0; index <= calls; index += stride) {
        const directory = copyOf(seed);
        const faulty = new FaultyFiles();
        const store = openStore(directory, { files: faulty.files });
        const running = openBefore(directory);
        await running.health();
        faulty.arm(failAt(index, code));
        const outcome: unknown = await act(store).catch((error: unknown) => error);
        const at = `call ${index} (${faulty.log[index]}) answered ${code}; outcome ${String(outcome)}`;
        faulty.disarm();
        if (outcome instanceof Error) expect(outcome, at).toBeInstanceOf(StoreError);
        await store.close();
        await expectOneOfBoth(directory, running, added, at);
      }
    },
  );
});

it('keeps every row', async () => {
  const directory = await seedBefore();
  const old = openBefore(directory);
  const before = await dumpOfBefore(old);
  await old.close();
  const store = openStore(directory);
  expect(await dumpOfBefore(store)).toBe(before);
  expect(join(directory, 'base.00000003')).toSatisfy((path: string) => readFileSync(path).length > 0);
});
