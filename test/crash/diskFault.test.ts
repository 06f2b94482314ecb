import { readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { say } from '../../src/messages/say.js';
import { StoreError } from '../../src/store/storeError.js';
import { type Fault, FaultyFiles, systemError } from './support/faultyFiles.js';
import { journalPath, newestGeneration } from './support/imageOf.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { isRecord, readJournal } from './support/rawJournal.js';
import { addItems, claimItem, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { isFull } from './support/size.js';

async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'done',
    (error: unknown) => error,
  );
}

/** The first write of a record into a journal goes through `act`; everything else works. */
function onAppend(act: (bytes: Uint8Array, write: (part: Uint8Array) => number) => unknown): Fault {
  let met = false;
  return (call, real) => {
    const [handle, bytes] = call.args as [number, Uint8Array];
    if (met || call.name !== 'writeSync' || !isRecord(bytes)) return real();
    met = true;
    return act(bytes, part => writeAll(handle, part));
  };
}

function writeAll(handle: number, part: Uint8Array): number {
  return part.length === 0 ? 0 : writeSync(handle, part);
}

async function openFaulty(directory: string, mode: 'sync' | 'async' = 'async') {
  const faulty = new FaultyFiles();
  const store = openStore(directory, { files: faulty.files, mode });
  await titlesOf(store);
  return { faulty, store };
}

describe('a full disk', () => {
  it.each([
    ['throws', true],
    ['takes only a part', false],
  ])('that %s at any byte of an append leaves nothing of it, in memory or on disk', async (_how, throws) => {
    const seed = await seedStore();
    const { faulty, store } = await openFaulty(copyOf(seed));
    let length = 0;
    faulty.arm(
      onAppend((bytes, write) => {
        length = bytes.length;
        return write(bytes);
      }),
    );
    await addItems(store, ['new']);
    faulty.disarm();
    expect(length).toBeGreaterThan(300);

    const directory = copyOf(seed);
    const { faulty: broken, store: victim } = await openFaulty(directory);
    const witness = openStore(directory);
    const before = await dumpOf(witness);
    const size = statSync(journalPath(directory)).size;
    for (let taken = 0; taken < length; taken += isFull ? 1 : 13) {
      broken.arm(
        onAppend((bytes, write) => {
          const count = write(bytes.subarray(0, Math.min(taken, bytes.length - 1)));
          if (throws) throw systemError('ENOSPC');
          return count;
        }),
      );
      const outcome = await outcomeOf(addItems(victim, ['new']));
      broken.disarm();
      expect(outcome, `${taken} bytes`).toMatchObject({
        code: 'STORE_WRITE_FAILED',
        message: 'Nothing was written because the disk is full.',
        hint: 'Free some space, then repeat the command.',
      });
      expect(statSync(journalPath(directory)).size).toBe(size);
      expect(await dumpOf(victim)).toBe(before);
      expect(await dumpOf(witness)).toBe(before);
    }
    await addItems(victim, ['new']);
    expect(await titlesOf(witness)).toEqual([...seededTitles, 'new']);
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'new']);
    expect((await witness.maintenance.check()).problems).toEqual([]);
    expect(readdirSync(directory).filter(name => name.startsWith('torn.'))).toEqual([]);
  });

  it('does not undo a record that is whole although the call failed: others may have read it', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    const witness = openStore(directory);
    faulty.arm(
      onAppend((bytes, write) => {
        write(bytes);
        throw systemError('EIO');
      }),
    );
    expect(await outcomeOf(addItems(store, ['new']))).toMatchObject({ code: 'STORE_UNCERTAIN' });
    faulty.disarm();
    const titles = [...seededTitles, 'new'];
    for (const one of [store, witness, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    await addItems(store, ['next']);
    expect(await titlesOf(witness)).toEqual([...titles, 'next']);
  });

  it('that also keeps the rest of the write from being cut off is told as uncertain, and mended by the next writer', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    faulty.arm((call, real) => {
      if (call.name === 'ftruncateSync') throw systemError('EIO');
      return cutShort(call, real);
    });
    const cutShort = onAppend((bytes, write) => write(bytes.subarray(0, 40)));
    expect(await outcomeOf(addItems(store, ['new']))).toMatchObject({ code: 'STORE_UNCERTAIN' });
    faulty.disarm();
    const other = openStore(directory);
    await addItems(other, ['next']);
    for (const one of [store, other, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual([...seededTitles, 'next']);
    }
  });

  it('while a process introduces itself leaves no half identity that others would take for a dead one', async () => {
    const directory = copyOf(await seedStore());
    for (const short of [0, 5, 60]) {
      const { faulty, store } = await openFaulty(directory);
      faulty.arm((call, real) => {
        const [handle, bytes] = call.args as [number, Uint8Array];
        const isIdentity =
          call.name === 'writeSync' &&
          Buffer.from(bytes ?? [])
            .toString()
            .startsWith('{"pid"');
        return isIdentity ? writeAll(handle, bytes.subarray(0, short)) : real();
      });
      expect(await outcomeOf(addItems(store, ['new']))).toMatchObject({
        code: 'STORE_WRITE_FAILED',
        message: 'Nothing was written because the disk is full.',
      });
      faulty.disarm();
      expect(readdirSync(directory).filter(name => name.startsWith('proc.') || name === 'lock')).toEqual([]);
      await store.close();
    }
    const store = openStore(directory);
    await addItems(store, ['new']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'new']);
  });

  it('does not keep a waiter from its turn: fairness needs a file, the lock does not', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    faulty.arm((call, real) => {
      if (call.name === 'openSync' && String(call.args[0]).includes('waiting')) throw systemError('ENOSPC');
      return real();
    });
    const other = openStore(directory);
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => addItems(other, [`other ${index}`])),
      ...Array.from({ length: 10 }, (_, index) => addItems(store, [`new ${index}`])),
    ]);
    expect(await titlesOf(store)).toHaveLength(seededTitles.length + 20);
  });

  it('during a checkpoint leaves the store as it was, without a half snapshot, and is not tried again at every commit', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files, checkpoint: { ...neverCheckpoint, records: 2 } });
    await titlesOf(store);
    let tries = 0;
    faulty.arm((call, real) => {
      const [, bytes] = call.args as [number, Uint8Array];
      if (call.name !== 'writeSync' || bytes.length < 20_000) return real();
      tries += 1;
      throw systemError('ENOSPC');
    });
    for (let index = 0; index < 8; index += 1) await addItems(store, [`new ${index}`]);
    await store.maintenance.query('select 1', 1);
    expect(tries).toBe(1);
    expect(store.log.lines.join()).toContain(
      'Could not write a snapshot: Nothing was written because the disk is full.',
    );
    expect(readdirSync(directory).filter(name => name.startsWith('state.'))).toHaveLength(1);
    expect(newestGeneration(directory)).toBe(2);
    expect(await outcomeOf(store.maintenance.compact())).toMatchObject({ code: 'STORE_WRITE_FAILED' });
    faulty.disarm();
    expect((await store.maintenance.compact()).generation).toBe(3);
    expect(await titlesOf(openStore(directory))).toHaveLength(seededTitles.length + 8);
  });
});

describe('a disk that does not confirm', () => {
  it.each(['sync', 'async'] as const)('a commit (%s): uncertain, then the state is what the disk holds', async mode => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory, mode);
    const witness = openStore(directory);
    faulty.arm((call, real) => {
      if (call.name === 'fdatasyncSync' || call.name === 'fdatasync') throw systemError('EIO', 'fdatasync');
      return real();
    });
    const outcome = await outcomeOf(claimItem(store, 'ann', 1));
    expect(outcome).toBeInstanceOf(StoreError);
    expect(outcome).toMatchObject({
      code: 'STORE_UNCERTAIN',
      message: 'The disk did not confirm the last write, so the change may be lost.',
      hint: 'Check the disk, and check the item before repeating the command.',
    });
    faulty.disarm();
    // The bytes are in the file, so every process sees the claim, and the one that made it as well.
    const journal = readJournal(journalPath(directory));
    expect(JSON.stringify(journal.records.at(-1)?.payload)).toContain('ann');
    const inFlight = 'select number from work_items where owner is not null order by number';
    for (const one of [store, witness, openStore(directory)]) {
      expect((await one.maintenance.query(inFlight, 10)).rows).toEqual([[1], [2]]);
    }
    // What was not confirmed is not built upon: the next commit of this process goes into a generation that was.
    await addItems(store, ['next']);
    expect(newestGeneration(directory)).toBe(3);
    expect(await titlesOf(witness)).toEqual([...seededTitles, 'next']);
  });

  it('a seal: the store goes on with what others may have followed already', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    const witness = openStore(directory);
    await addItems(store, ['seven']);
    faulty.arm((call, real) => {
      if (call.name === 'fdatasync') throw systemError('EIO', 'fdatasync');
      return real();
    });
    // `compact` takes the lock for nothing first, so the only record it appends is the seal.
    expect(await outcomeOf(store.maintenance.compact())).toMatchObject({ code: 'STORE_UNCERTAIN' });
    expect(await titlesOf(witness)).toEqual([...seededTitles, 'seven']);
    faulty.disarm();
    await addItems(witness, ['eight']);
    await addItems(store, ['nine']);
    const titles = [...seededTitles, 'seven', 'eight', 'nine'];
    for (const one of [store, witness, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual(titles);
      expect((await one.health()).reason).toBeUndefined();
    }
  });

  it('the seal of a restore: the backup is there for all or for none', async () => {
    const directory = copyOf(await seedStore());
    const file = join(directory, '..', 'backup.sqlite');
    const { faulty, store } = await openFaulty(directory);
    await store.maintenance.backup(file);
    await addItems(store, ['after the backup']);
    const witness = openStore(directory);
    await titlesOf(witness);
    faulty.arm((call, real) => {
      if (call.name === 'fdatasync') throw systemError('EIO', 'fdatasync');
      return real();
    });
    expect(await outcomeOf(store.maintenance.restore(file))).toMatchObject({ code: 'STORE_UNCERTAIN' });
    faulty.disarm();
    for (const one of [store, witness, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual(seededTitles);
      expect((await one.health()).state).toBe('ready');
    }
    await addItems(witness, ['next']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'next']);
  });
});

describe('a read that fails', () => {
  it('is told, and the next one works', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    const other = openStore(directory);
    await addItems(other, ['seven']);
    faulty.arm((call, real) => {
      if (call.name === 'readSync') throw systemError('EIO', 'read');
      return real();
    });
    expect(await outcomeOf(titlesOf(store))).toMatchObject({
      code: 'STORE_UNREADABLE',
      message: `The store in ${directory} could not be read: the system returned EIO.`,
    });
    faulty.disarm();
    expect(await titlesOf(store)).toEqual([...seededTitles, 'seven']);
  });

  it('of a store that may not be read at all is told in one sentence', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    faulty.arm((call, real) => {
      if (call.name === 'openSync') throw systemError('EACCES', 'open');
      return real();
    });
    const store = openStore(directory, { files: faulty.files });
    expect(await outcomeOf(titlesOf(store))).toMatchObject({ code: 'STORE_UNREADABLE' });
    expect(say((await store.health()).reason ?? '')).toEqual(
      `The store in ${directory} could not be read: the system returned EACCES.`,
    );
    expect(readFileSync(journalPath(directory)).length).toBeGreaterThan(64);
  });
});
