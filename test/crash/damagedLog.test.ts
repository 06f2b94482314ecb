import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/storeError.js';
import { askImage } from './support/askImage.js';
import { FaultyFiles, systemError } from './support/faultyFiles.js';
import { openStore } from './support/openStore.js';
import { newestLog, readLog } from './support/rawLog.js';
import { addItems, titlesOf } from './support/rows.js';
import { contentOf, copyOf, flipBit, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A log of the schema's steps and eight commits, items `a` to `h`. */
async function eightCommits(): Promise<string> {
  const directory = join(tempFolder('damage'), 'store');
  const store = openStore(directory);
  for (const title of letters) await addItems(store, [title]);
  await store.close();
  return directory;
}

/** A store begins with a commit for each step of its schema. */
const schemaCommits = 16;

async function failureOf(promise: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await promise.then(
    () => new Error('it succeeded'),
    failure => failure,
  );
  if (!(error instanceof StoreError)) throw error;
  return error;
}

const nameOf = (log: string) => log.split('/').at(-1) ?? '';

describe('a log that ends in the middle of a record', () => {
  it('has every whole record wherever the last three were cut, and goes on behind what was cut', async () => {
    const seed = await eightCommits();
    const whole = readFileSync(newestLog(seed));
    const records = readLog(newestLog(seed));
    expect(records).toHaveLength(schemaCommits + 8);
    const sixth = records.at(-3)?.start ?? 0;
    for (let size = sixth + 1; size < whole.length; size += sized(1, 97)) {
      const kept = records.filter(record => record.end <= size).length;
      const titles = letters.slice(0, kept - schemaCommits);
      const directory = copyOf(seed);
      const log = newestLog(directory);
      truncateSync(log, size);

      const reader = openStore(directory);
      expect(await titlesOf(reader), `cut at ${size}`).toEqual(titles);
      expect((await reader.health()).state).toBe('ready');
      expect(readFileSync(log).length, 'a reader changes nothing').toBe(size);

      const writer = openStore(directory);
      await addItems(writer, ['next']);
      for (const one of [reader, writer, openStore(directory)])
        expect(await titlesOf(one)).toEqual([...titles, 'next']);
      expect(readFileSync(log).subarray(0, size).equals(whole.subarray(0, size)), 'nothing is cut off').toBe(true);
      expect(readLog(log).map(({ seq }) => seq)).toEqual(Array.from({ length: kept + 1 }, (_, index) => index + 1));
      await Promise.all([reader.close(), writer.close()]);
    }
  });
});

describe('a log with a flipped bit', () => {
  it('in any record but the last is read up to there, never written again, and left as it is', async () => {
    const seed = await eightCommits();
    const records = readLog(newestLog(seed));
    const begin = records[schemaCommits]?.start ?? 0;
    // Most of it is the schema, whose records are alike. Of the others this reaches each field of each record.
    const step = (byte: number) => (byte < begin ? sized(5003, 60_013) : sized(7, 311));
    for (let byte = 0; byte < (records.at(-1)?.start ?? 0); byte += step(byte)) {
      const before = records.filter(record => record.end <= byte).length;
      const directory = copyOf(seed);
      const log = newestLog(directory);
      flipBit(log, byte);
      const content = contentOf(directory);

      const store = openStore(directory);
      const at = `byte ${byte}`;
      // Damage in the very first commit takes the schema with it: nothing can be read then, which is said as well.
      if (before > 0) {
        expect(await titlesOf(store), at).toEqual(letters.slice(0, Math.max(0, before - schemaCommits)));
      }
      const reason = `${nameOf(log)} is damaged after commit ${before}, and more commits follow the damage.`;
      expect(await store.health(), at).toMatchObject({ state: 'corrupt', reason });
      const failure = await failureOf(addItems(store, ['lost']));
      expect(failure.code, at).toBe('STORE_CORRUPT');
      expect(failure.next?.map(({ operation }) => operation)).toEqual(['store.check', 'store.backup']);
      expect((await store.maintenance.check()).problems, at).toContain(reason);
      expect(contentOf(directory), at).toEqual(content);
      await store.close();
    }
  });

  it('in the last record has the rest, goes on behind it, and keeps the bytes', async () => {
    const seed = await eightCommits();
    const { length } = readFileSync(newestLog(seed));
    const last = readLog(newestLog(seed)).at(-1);
    for (let byte = last?.start ?? 0; byte < length; byte += sized(1, 131)) {
      const directory = copyOf(seed);
      const log = newestLog(directory);
      flipBit(log, byte);
      const damaged = readFileSync(log);
      const store = openStore(directory);
      expect(await titlesOf(store)).toEqual(letters.slice(0, 7));
      await addItems(store, ['next']);
      for (const one of [store, openStore(directory)]) {
        expect(await titlesOf(one)).toEqual([...letters.slice(0, 7), 'next']);
      }
      expect(readFileSync(log).subarray(0, length)).toEqual(damaged);
      await store.close();
    }
  });

  it('is mended by a process that had read past the damage, once that makes a checkpoint', async () => {
    const directory = await eightCommits();
    const log = newestLog(directory);
    const past = openStore(directory);
    // Reads every page.
    await past.maintenance.exportTo(join(directory, '..', 'all.sqlite'));
    flipBit(log, (readLog(log)[schemaCommits + 3]?.start ?? 0) + 60);
    const before = openStore(directory);
    expect(await titlesOf(before)).toEqual(['a', 'b', 'c']);
    await addItems(past, ['i']);
    expect(await titlesOf(before)).toEqual(['a', 'b', 'c']);
    await past.maintenance.compact();
    const all = [...letters, 'i'];
    for (const store of [before, past, openStore(directory)]) {
      expect(await titlesOf(store)).toEqual(all);
      expect((await store.health()).state).toBe('ready');
    }
    await addItems(before, ['j']);
    expect(await titlesOf(past)).toEqual([...all, 'j']);
  });

  it('that is put right again is read again, by those who had it open as well', async () => {
    const directory = await eightCommits();
    const log = newestLog(directory);
    flipBit(log, (readLog(log)[schemaCommits + 3]?.start ?? 0) + 60);
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(['a', 'b', 'c']);
    flipBit(log, (readLog(log)[schemaCommits + 2]?.end ?? 0) + 60);
    expect(await titlesOf(store)).toEqual(letters);
    await addItems(store, ['i']);
    expect(await titlesOf(openStore(directory))).toEqual([...letters, 'i']);
  });

  it('after a process had read it serves that process whole, even pages that it had not asked for', async () => {
    const directory = await eightCommits();
    const log = newestLog(directory);
    const late = openStore(directory);
    expect(await titlesOf(late)).toEqual(letters);
    const other = openStore(directory);
    const many = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(500)}`);
    await addItems(other, many);
    await addItems(other, ['behind it']);
    const all = [...letters, ...many, 'behind it'];
    await late.maintenance.size();
    const large = readLog(log).at(-2);
    for (let byte = (large?.start ?? 0) + 5000; byte < (large?.end ?? 0); byte += 5000) flipBit(log, byte);
    const fresh = openStore(directory);
    expect(await titlesOf(fresh)).toEqual(letters);
    expect((await fresh.health()).state).toBe('corrupt');
    expect(await titlesOf(late)).toEqual(all);
    await late.maintenance.compact();
    expect(await titlesOf(fresh)).toEqual(all);
    expect((await fresh.health()).state).toBe('ready');
  });
});

describe('a damaged log', () => {
  async function damagedAfterThree() {
    const directory = await eightCommits();
    const live = openStore(directory);
    expect(await titlesOf(live)).toHaveLength(8);
    const log = newestLog(directory);
    flipBit(log, (readLog(log)[schemaCommits + 3]?.start ?? 0) + 60);
    return { directory, live, log, damaged: readFileSync(log), file: join(directory, '..', 'backup.sqlite') };
  }

  it('can be backed up at its last good commit and restored from that, for every process, and the damaged file is kept', async () => {
    const { directory, live, log, damaged, file } = await damagedAfterThree();
    const store = openStore(directory);
    const other = openStore(directory);
    expect(await titlesOf(other)).toEqual(['a', 'b', 'c']);
    expect((await store.maintenance.backup(file)).commits).toBe(schemaCommits + 3);
    const { keptAs, generation } = await store.maintenance.restore(file);
    expect(generation).toBe(2);
    expect(askImage(keptAs, 'select title from work_items order by number')).toEqual([
      { title: 'a' },
      { title: 'b' },
      { title: 'c' },
    ]);
    expect(readFileSync(keptAs.replace(/\.sqlite$/, `.${nameOf(log)}`))).toEqual(damaged);
    for (const one of [store, other, live, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual(['a', 'b', 'c']);
      expect((await one.health()).state).toBe('ready');
    }
    await addItems(live, ['d again']);
    for (const one of [store, other, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual(['a', 'b', 'c', 'd again']);
    }
    expect((await live.maintenance.check()).problems).toEqual([]);
  });

  it('that is restored in the middle of a commit by one that had read past it has that commit for nobody', async () => {
    const { directory, file } = await damagedAfterThree();
    const restorer = openStore(directory);
    await restorer.maintenance.backup(file);
    flipBit(newestLog(directory), (readLog(newestLog(directory))[schemaCommits + 2]?.end ?? 0) + 60);
    const faulty = new FaultyFiles();
    const past = openStore(directory, { files: faulty.files });
    // Reads every page.
    await past.maintenance.exportTo(join(directory, '..', 'all.sqlite'));
    flipBit(newestLog(directory), (readLog(newestLog(directory))[schemaCommits + 2]?.end ?? 0) + 60);
    const outcome = past.transaction(async transaction => {
      await transaction.workItems.takeNumbers(1);
      // Only so much of another process's restore as it does in one piece.
      restored = restorer.maintenance.restore(file);
      for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
    });
    let restored: Promise<unknown> | undefined;
    const code = await outcome.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    await restored;
    expect(['done', 'COMMIT_FENCED', 'STORE_UNCERTAIN']).toContain(code);
    await addItems(past, ['d again']);
    for (const one of [past, restorer, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual(['a', 'b', 'c', 'd again']);
    }
  });

  it('that a restore could not remove is removed by whoever opens the store next, so that nobody goes on in it', async () => {
    const { directory, live, log, file } = await damagedAfterThree();
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    await store.maintenance.backup(file);
    faulty.arm((call, real) => {
      if (call.name === 'unlinkSync' && String(call.args[0]) === log) throw systemError('EBUSY', 'unlink');
      return real();
    });
    await store.maintenance.restore(file);
    expect(readdirSync(directory)).toContain(nameOf(log));
    const other = openStore(directory);
    expect(await titlesOf(other)).toEqual(['a', 'b', 'c']);
    expect(readdirSync(directory)).not.toContain(nameOf(log));
    await addItems(live, ['d again']);
    expect(await titlesOf(other)).toEqual(['a', 'b', 'c', 'd again']);
  });
});

describe('a sealed log', () => {
  it.each([0, 1, 300])('of which %i bytes are left does not matter, as the next one has a base', async size => {
    const directory = copyOf(await seedStore());
    const [first = ''] = readdirSync(directory).filter(name => name.startsWith('log.00000001.'));
    truncateSync(join(directory, first), size);
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(seededTitles);
    expect(await store.health()).toEqual({ state: 'ready', location: directory });
    await addItems(store, ['next']);
    await store.maintenance.compact();
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'next']);
  });

  it('that lost its seal has the next one found by a process that still stands before it', async () => {
    const directory = copyOf(await seedStore());
    const late = openStore(directory);
    expect(await titlesOf(late)).toEqual(seededTitles);
    const log = newestLog(directory);
    const other = openStore(directory);
    await addItems(other, ['seven']);
    await other.maintenance.compact();
    await addItems(other, ['eight']);
    flipBit(log, (readLog(log).at(-1)?.start ?? 0) + 46);
    expect(await titlesOf(late)).toEqual([...seededTitles, 'seven', 'eight']);
    await addItems(late, ['nine']);
    expect(await titlesOf(other)).toEqual([...seededTitles, 'seven', 'eight', 'nine']);
  });

  it('that lost its seal before the next one had its base is never written behind that', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const late = openStore(directory);
    const other = openStore(directory, { files: faulty.files });
    expect(await titlesOf(late)).toEqual(seededTitles);
    const log = newestLog(directory);
    faulty.arm((call, real) => {
      // Right before the base gets its name.
      if (call.name !== 'linkSync') return real();
      faulty.disarm();
      flipBit(log, (readLog(log).at(-1)?.start ?? 0) + 46);
      titles = titlesOf(late);
      return real();
    });
    let titles: Promise<string[]> | undefined;
    await other.maintenance.compact();
    expect(await titles).toEqual(seededTitles);
    await addItems(other, ['seven']);
    await addItems(late, ['eight']);
    for (const one of [late, other, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual([...seededTitles, 'seven', 'eight']);
    }
  });

  it('that was cut before its seal, where the next one has no base, is not written to and says so', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    await titlesOf(store);
    const log = newestLog(directory);
    faulty.arm((call, real) => {
      if (call.name === 'linkSync') throw systemError('ENOSPC', 'link');
      return real();
    });
    await store.maintenance.compact();
    faulty.disarm();
    await addItems(store, ['seven']);
    const seal = readLog(log).at(-1);
    truncateSync(log, seal?.start ?? 0);
    const fresh = openStore(directory);
    expect(await titlesOf(fresh)).toEqual(seededTitles);
    expect((await failureOf(addItems(fresh, ['lost']))).code).toBe('STORE_CORRUPT');
    expect((await fresh.health()).state).toBe('corrupt');
    // Who had followed it goes on, and mends it with a checkpoint.
    await addItems(store, ['eight']);
    await store.maintenance.compact();
    expect(await titlesOf(fresh)).toEqual([...seededTitles, 'seven', 'eight']);
    await addItems(fresh, ['nine']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'seven', 'eight', 'nine']);
  });
});

/** The records of a log, each as bytes. */
function pieces(log: string): Buffer[] {
  const bytes = readFileSync(log);
  return readLog(log).map(({ start, end }) => bytes.subarray(start, end));
}

describe('a log of which whole records were removed, doubled or exchanged', () => {
  it('is said to be damaged, or is as it was, or lacks its last ones alone', async () => {
    const seed = await eightCommits();
    const parts = pieces(newestLog(seed));
    const begin = schemaCommits;
    const orders: number[][] = [];
    const all = parts.map((_, index) => index);
    for (let index = begin; index < parts.length; index += 1) {
      orders.push(
        all.filter(one => one !== index),
        all.flatMap(one => (one === index ? [one, one] : [one])),
      );
      if (index > begin) orders.push(all.map(one => (one === index ? index - 1 : one === index - 1 ? index : one)));
    }
    for (let round = 0; round < sized(300, 20); round += 1) {
      orders.push([
        ...all.slice(0, begin),
        ...all.slice(begin).flatMap(() => (Math.random() < 0.3 ? [] : [begin + Math.floor(Math.random() * 8)])),
      ]);
    }
    for (const order of orders) {
      const directory = copyOf(seed);
      writeFileSync(newestLog(directory), Buffer.concat(order.map(index => parts[index] ?? Buffer.alloc(0))));
      const store = openStore(directory);
      const at = order.slice(begin).join(' ');
      const titles = await titlesOf(store);
      expect(titles, at).toEqual(letters.slice(0, titles.length));
      // Nothing that came later may be there, or it says that something is missing.
      const isShorter = order.every(index => index < begin + titles.length);
      expect((await store.health()).state, at).toBe(isShorter ? 'ready' : 'corrupt');
      await store.close();
    }
  });
});
