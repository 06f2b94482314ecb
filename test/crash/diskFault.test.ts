import { appendFileSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import type { StoreError } from '../../src/store/storeError.js';
import { type Fault, FaultyFiles, systemError } from './support/faultyFiles.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { isLogRecord, namesOf, newestLog, readLog, readRawBase } from './support/rawLog.js';
import { bytesOfRival } from './support/rival.js';
import { addItems, claimItem, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, flipBit, seededTitles, seedSegments, seedStore, segmentTitles } from './support/seed.js';
import { sized } from './support/size.js';
import { expectTidy } from './support/storeFiles.js';

const diskFull = {
  code: 'STORE_WRITE_FAILED',
  message: 'Nothing was written because the disk is full.',
  hint: 'Free some space, then repeat the command.',
};

async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'done',
    (error: unknown) => error,
  );
}

/** The first append of a record goes through `act`; everything else works. */
function onAppend(act: (bytes: Uint8Array, write: (part: Uint8Array) => number) => unknown): Fault {
  let met = false;
  return (call, real) => {
    const [handle, bytes] = call.args as [number, Uint8Array];
    if (met || call.name !== 'writeSync' || !isLogRecord(bytes)) return real();
    met = true;
    return act(bytes, part => (part.length === 0 ? 0 : writeSync(handle, part)));
  };
}

/** Writes into files of this name go through `act`, those of a log under its first name included. */
function onWriteTo(name: RegExp, act: (real: () => unknown, bytes: Uint8Array, handle: number) => unknown): Fault {
  const names = new Map<unknown, string>();
  return (call, real) => {
    if (call.name === 'openSync') {
      const handle = real();
      names.set(handle, basename(String(call.args[0])));
      return handle;
    }
    const [handle, bytes] = call.args as [number, Uint8Array];
    return call.name === 'writeSync' && name.test(names.get(handle) ?? '') ? act(real, bytes, handle) : real();
  };
}

/** Every flush of a log fails. */
const unconfirmed: Fault = (call, real) => {
  if (call.name === 'fdatasyncSync' || call.name === 'fdatasync') throw systemError('EIO', 'fdatasync');
  return real();
};

async function openFaulty(directory: string, options: Parameters<typeof openStore>[1] = {}) {
  const faulty = new FaultyFiles();
  const store = openStore(directory, { files: faulty.files, ...options });
  await titlesOf(store);
  return { faulty, store };
}

async function expectTitles(stores: readonly Store[], titles: readonly string[]): Promise<void> {
  for (const store of stores) expect(await titlesOf(store)).toEqual(titles);
}

/** Files that count once a base names them. */
const copies = (directory: string) => (['image', 'pages', 'draft'] as const).flatMap(kind => namesOf(directory, kind));

describe('a full disk', () => {
  it.each([
    ['throws', true],
    ['takes only a part', false],
  ])('that %s at any byte of an append leaves nothing of it that counts', async (_how, throws) => {
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
    for (let taken = 0; taken < length; taken += sized(1, 41)) {
      broken.arm(
        onAppend((bytes, write) => {
          const count = write(bytes.subarray(0, Math.min(taken, bytes.length - 1)));
          if (throws) throw systemError('ENOSPC');
          return count;
        }),
      );
      const outcome = await outcomeOf(addItems(victim, ['new']));
      broken.disarm();
      expect(outcome, `${taken} bytes`).toMatchObject(diskFull);
      const fresh = openStore(directory);
      for (const one of [victim, witness, fresh]) expect(await dumpOf(one), `${taken} bytes`).toBe(before);
      await fresh.close();
    }
    await addItems(victim, ['new']);
    await addItems(witness, ['newer']);
    await expectTitles([victim, witness, openStore(directory)], [...seededTitles, 'new', 'newer']);
    expect((await witness.maintenance.check()).problems).toEqual([]);
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
    await expectTitles([store, witness, openStore(directory)], [...seededTitles, 'new']);
    await addItems(store, ['next']);
    await expectTitles([store, witness, openStore(directory)], [...seededTitles, 'new', 'next']);
  });

  const small = { seed: seedStore, titles: seededTitles };
  const large = { seed: async () => (await seedSegments()).directory, titles: segmentTitles };

  describe.each([
    ['an image', /^image\..*\.sqlite$/, small],
    ['the sums of an image', /^image\..*\.sums$/, small],
    ['a segment', /^pages\./, large],
    ['a base', /^draft\./, small],
  ])('while %s of a checkpoint is written', (_name, file, { seed, titles }) => {
    it.each([
      ['at once', 0],
      ['after a part', 40],
    ])('(%s) leaves the store as it was, and is not tried again at every commit', async (_when, taken) => {
      const directory = copyOf(await seed());
      const { faulty, store } = await openFaulty(directory, {
        mode: 'sync',
        checkpoint: { ...neverCheckpoint, bytes: 1 },
      });
      const witness = openStore(directory);
      await titlesOf(witness);
      const left = copies(directory);
      let tries = 0;
      let room = taken;
      faulty.arm(
        onWriteTo(file, (_real, bytes, handle) => {
          if (room > 0) {
            const part = bytes.subarray(0, room);
            room = 0;
            return writeSync(handle, part);
          }
          tries += 1;
          throw systemError('ENOSPC');
        }),
      );
      const added = ['a', 'b', 'c'];
      for (const title of added) await addItems(store, [title]);
      await store.health();
      expect(tries).toBe(1);
      expect(store.log.lines.join()).toContain(
        'Could not write a checkpoint: Nothing was written because the disk is full.',
      );
      expect(copies(directory)).toEqual(left);
      await expectTitles([store, witness, openStore(directory)], [...titles, ...added]);
      faulty.disarm();
      for (const one of [witness, store]) await one.maintenance.compact();
      expectTidy(directory);
      await expectTitles([store, witness, openStore(directory)], [...titles, ...added]);
      expect((await witness.maintenance.check()).problems).toEqual([]);
    });
  });

  it.each([
    ['the image', /^image\..*\.sqlite$/],
    ['the sums', /^image\..*\.sums$/],
    ['the copy of what was there', /^before-restore\./],
    ['the seal', /^log\./],
  ])('while %s of a restore is written leaves what was there', async (_name, file) => {
    const directory = copyOf(await seedStore());
    const backup = join(directory, '..', 'backup.sqlite');
    const { faulty, store } = await openFaulty(directory);
    await store.maintenance.backup(backup);
    await addItems(store, ['after the backup']);
    const witness = openStore(directory);
    await titlesOf(witness);
    const left = [...copies(directory), ...namesOf(directory, 'log')];
    faulty.arm(
      onWriteTo(file, () => {
        throw systemError('ENOSPC');
      }),
    );
    // Its log has been open for writing since before.
    if (file.test(basename(newestLog(directory)))) {
      faulty.arm(
        onAppend(() => {
          throw systemError('ENOSPC');
        }),
      );
    }
    expect(await outcomeOf(store.maintenance.restore(backup))).toMatchObject(diskFull);
    faulty.disarm();
    expect([...copies(directory), ...namesOf(directory, 'log')]).toEqual(left);
    const titles = [...seededTitles, 'after the backup'];
    await expectTitles([store, witness, openStore(directory)], titles);
    await addItems(witness, ['next']);
    await expectTitles([store, witness, openStore(directory)], [...titles, 'next']);
  });

  it('while the base of a restore is written does not undo it: its seal was followed already', async () => {
    const directory = copyOf(await seedStore());
    const backup = join(directory, '..', 'backup.sqlite');
    const { faulty, store } = await openFaulty(directory);
    await store.maintenance.backup(backup);
    await addItems(store, ['after the backup']);
    const witness = openStore(directory);
    await titlesOf(witness);
    faulty.arm(
      onWriteTo(/^draft\./, () => {
        throw systemError('ENOSPC');
      }),
    );
    expect(await outcomeOf(store.maintenance.restore(backup))).toBe('done');
    faulty.disarm();
    expect(namesOf(directory, 'draft')).toEqual([]);
    await addItems(witness, ['next']);
    await addItems(store, ['and next']);
    await expectTitles([store, witness, openStore(directory)], [...seededTitles, 'next', 'and next']);
  });
});

describe('a disk that fails while a backup is restored over damage', () => {
  it('leaves the damage or the backup, whole, and the next try works', async () => {
    const seed = copyOf(await seedStore());
    const backup = join(seed, '..', 'backup.sqlite');
    const writer = openStore(seed);
    await writer.maintenance.backup(backup);
    await addItems(writer, ['behind the damage']);
    await writer.close();
    flipBit(newestLog(seed), 100);
    const damaged = ['one', 'two', 'three'];
    const codes = new Set<string>();
    for (let index = 0; ; index += sized(1, 23)) {
      const directory = copyOf(seed);
      const { faulty, store } = await openFaulty(directory);
      const witness = openStore(directory);
      await expectTitles([store, witness], damaged);
      let call = '';
      faulty.arm((one, real) => {
        if (one.index !== index) return real();
        call = one.name;
        throw systemError('EIO', one.name);
      });
      const outcome = await outcomeOf(store.maintenance.restore(backup));
      const at = `call ${index}: ${faulty.log[index]}`;
      faulty.disarm();
      const code = outcome === 'done' ? 'done' : String((outcome as StoreError).code);
      codes.add(code);
      const fresh = openStore(directory);
      const titles = await titlesOf(fresh);
      if (code === 'done') expect(titles, at).toEqual(seededTitles);
      else if (code === 'STORE_UNCERTAIN') expect([damaged, seededTitles], at).toContainEqual(titles);
      // The first is that the backup cannot be read.
      else expect([code, titles], at).toEqual([index === 0 ? 'INVALID_STATEMENT' : 'STORE_WRITE_FAILED', damaged]);
      await expectTitles([store, witness], titles);
      await witness.maintenance.restore(backup);
      await addItems(store, ['next']);
      await expectTitles([store, witness, fresh, openStore(directory)], [...seededTitles, 'next']);
      if (call === '') break;
    }
    expect([...codes]).toContain('done');
    expect([...codes]).toContain('STORE_WRITE_FAILED');
  });
});

describe('a disk that does not confirm', () => {
  const inFlight = 'select number from work_items where owner is not null order by number';

  it.each(['sync', 'async'] as const)(
    'a commit (%s): uncertain, and the next one begins a new log first',
    async mode => {
      const directory = copyOf(await seedStore());
      const { faulty, store } = await openFaulty(directory, { mode });
      const witness = openStore(directory);
      await titlesOf(witness);
      const log = newestLog(directory);
      const { length } = readFileSync(log);
      faulty.arm(unconfirmed);
      expect(await outcomeOf(claimItem(store, 'ann', 1))).toMatchObject({
        code: 'STORE_UNCERTAIN',
        message: 'The disk did not confirm the last write, so the change may be lost.',
        hint: 'Check the disk, and check the item before repeating the command.',
      });
      // The bytes are in the file, so every process sees the claim, and the one that made it as well.
      for (const one of [store, witness, openStore(directory)]) {
        expect((await one.maintenance.query(inFlight, 10)).rows).toEqual([[1], [2]]);
      }
      // As long as the disk confirms nothing, nothing is acknowledged.
      expect(await outcomeOf(addItems(store, ['next']))).toMatchObject({ code: 'STORE_UNCERTAIN' });
      const basesAtCommits: unknown[] = [];
      faulty.arm((call, real) => {
        const [, bytes] = call.args as [number, Uint8Array];
        const isCommit = call.name === 'writeSync' && isLogRecord(bytes) && Buffer.from(bytes).readUInt32LE(28) === 1;
        if (isCommit) basesAtCommits.push(readRawBase(directory).number);
        return real();
      });
      await addItems(store, ['next']);
      faulty.disarm();
      // The seal that the disk did not confirm led to log 3, and the one that it did to log 4.
      expect(basesAtCommits).toEqual([4]);
      await expectTitles([store, witness, openStore(directory)], [...seededTitles, 'next']);
      // What was acknowledged behind it needs nothing of what the disk may have lost.
      writeFileSync(log, readFileSync(log).fill(0, length));
      const fresh = openStore(directory);
      await expectTitles([fresh], [...seededTitles, 'next']);
      expect((await fresh.maintenance.query(inFlight, 10)).rows).toEqual([[1], [2]]);
      expect(await fresh.health()).toEqual({ state: 'ready', location: directory });
    },
  );

  it('a commit, and another process writes before the new log is begun: it is begun all the same', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    faulty.arm(unconfirmed);
    expect(await outcomeOf(claimItem(store, 'ann', 1))).toMatchObject({ code: 'STORE_UNCERTAIN' });
    const log = newestLog(directory);
    const rival = await bytesOfRival(directory, other => addItems(other, ['of the rival']));
    faulty.arm(
      onAppend((bytes, write) => {
        appendFileSync(log, rival);
        return write(bytes);
      }),
    );
    await addItems(store, ['next']);
    faulty.disarm();
    expect(readRawBase(directory).number).toBe(3);
    expect(readLog(newestLog(directory))).toHaveLength(1);
    await expectTitles([store, openStore(directory)], [...seededTitles, 'of the rival', 'next']);
  });

  it('the log before, when a process has just followed a seal: its commit is uncertain', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    const other = openStore(directory, { mode: 'sync', checkpoint: { ...neverCheckpoint, bytes: 1 } });
    const { faulty: noBase, store: stopped } = await openFaulty(directory, {
      mode: 'sync',
      checkpoint: { ...neverCheckpoint, bytes: 1 },
    });
    noBase.arm(
      onWriteTo(/^draft\./, () => {
        throw systemError('ENOSPC');
      }),
    );
    await addItems(stopped, ['seven']);
    await stopped.health();
    expect(readRawBase(directory).number).toBe(2);
    const handles: string[] = [];
    faulty.arm((call, real) => {
      if (!call.name.startsWith('fdatasync')) return real();
      handles.push(String(call.args[0]));
      if (handles.length > 1) return real();
      throw systemError('EIO', 'fdatasync');
    });
    expect(await outcomeOf(addItems(store, ['eight']))).toMatchObject({ code: 'STORE_UNCERTAIN' });
    expect(handles).toHaveLength(1);
    await addItems(store, ['nine']);
    faulty.disarm();
    await addItems(other, ['ten']);
    await expectTitles(
      [store, stopped, other, openStore(directory)],
      [...seededTitles, 'seven', 'eight', 'nine', 'ten'],
    );
  });

  it('a seal: the store goes on with what others may have followed already', async () => {
    const directory = copyOf(await seedStore());
    const { faulty, store } = await openFaulty(directory);
    const witness = openStore(directory);
    await addItems(store, ['seven']);
    faulty.arm(unconfirmed);
    expect(await outcomeOf(store.maintenance.compact())).toMatchObject({ code: 'STORE_UNCERTAIN' });
    expect(await titlesOf(witness)).toEqual([...seededTitles, 'seven']);
    faulty.disarm();
    await addItems(witness, ['eight']);
    await addItems(store, ['nine']);
    const stores = [store, witness, openStore(directory)];
    await expectTitles(stores, [...seededTitles, 'seven', 'eight', 'nine']);
    for (const one of stores) expect((await one.health()).reason).toBeUndefined();
  });

  it('the seal of a restore: the backup is there for all', async () => {
    const directory = copyOf(await seedStore());
    const file = join(directory, '..', 'backup.sqlite');
    const { faulty, store } = await openFaulty(directory);
    await store.maintenance.backup(file);
    await addItems(store, ['after the backup']);
    const witness = openStore(directory);
    await titlesOf(witness);
    faulty.arm(unconfirmed);
    expect(await outcomeOf(store.maintenance.restore(file))).toMatchObject({ code: 'STORE_UNCERTAIN' });
    faulty.disarm();
    const stores = [store, witness, openStore(directory)];
    await expectTitles(stores, seededTitles);
    for (const one of stores) expect((await one.health()).state).toBe('ready');
    await addItems(witness, ['next']);
    await expectTitles(stores, [...seededTitles, 'next']);
  });
});
