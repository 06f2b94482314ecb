import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/storeError.js';
import { askImage, journalPath, snapshotPaths } from './support/imageOf.js';
import { openStore } from './support/openStore.js';
import { headerLength, makeRecord, parseJournal, readJournal } from './support/rawJournal.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { isFull, sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

/** A journal of its creation and eight commits, items `a` to `h`. */
async function eightCommits(): Promise<string> {
  const directory = join(tempFolder('damage'), 'store');
  const store = openStore(directory);
  for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await addItems(store, [title]);
  await store.close();
  return directory;
}

/** What is in the files of a store, without the marks of living processes. */
function contentOf(directory: string): Record<string, string> {
  const content: Record<string, string> = {};
  for (const name of readdirSync(directory).sort()) {
    if (name === 'waiting' || name === 'beats' || name.startsWith('proc.')) continue;
    content[name] = createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex');
  }
  return content;
}

/** A store begins with a commit for each step of its schema. */
const schemaCommits = 12;

function flip(path: string, byte: number): void {
  const bytes = readFileSync(path);
  bytes[byte] = (bytes[byte] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
}

async function failureOf(promise: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await promise.then(
    () => new Error('it succeeded'),
    failure => failure,
  );
  if (!(error instanceof StoreError)) throw error;
  return error;
}

describe('a journal that ends in the middle of a record', () => {
  it('keeps every whole record wherever the last three were cut, says what it cut, and goes on', async () => {
    const seed = await eightCommits();
    const whole = readFileSync(journalPath(seed));
    const { records } = parseJournal(whole);
    expect(records).toHaveLength(schemaCommits + 8);
    const sixth = records.at(-3)?.start ?? 0;
    const step = sized(2, 7);
    for (let size = sixth + 1; size < whole.length; size += step) {
      const kept = records.filter(record => record.end <= size);
      const end = kept.at(-1)?.end ?? headerLength;
      const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, kept.length - schemaCommits);
      const directory = copyOf(seed);
      truncateSync(journalPath(directory), size);

      const reader = openStore(directory);
      expect(await titlesOf(reader), `cut at ${size}`).toEqual(titles);
      expect(readFileSync(journalPath(directory)).length, 'a reader cuts nothing').toBe(size);

      const writer = openStore(directory);
      await addItems(writer, ['next']);
      if (end < size) {
        expect(writer.log.lines.join()).toContain(
          `Truncated an unacknowledged write after commit ${kept.length}: ${size - end} bytes`,
        );
        const torn = readdirSync(directory).filter(name => name.startsWith('torn.'));
        expect(torn).toHaveLength(1);
        expect(readFileSync(join(directory, torn[0] ?? ''))).toEqual(whole.subarray(end, size));
      }
      expect(await titlesOf(reader)).toEqual([...titles, 'next']);
      const after = readJournal(journalPath(directory));
      expect(after.end).toBe(after.size);
      expect(after.records.map(record => record.seq)).toEqual(kept.map(record => record.seq).concat(kept.length + 1));
      await Promise.all([reader.close(), writer.close()]);
    }
  });
});

describe('a journal with a flipped bit', () => {
  it('in any record but the last is read up to there, never written again, and left as it is', async () => {
    const seed = await eightCommits();
    const whole = readFileSync(journalPath(seed));
    const { records } = parseJournal(whole);
    // Most of it is the schema, whose records are alike. Of the others every third byte reaches each field of each record.
    const begin = records[schemaCommits]?.start ?? 0;
    const step = (byte: number) => (byte < begin ? sized(31, 211) : sized(3, 29));
    for (let byte = headerLength; byte < (records.at(-1)?.start ?? 0); byte += step(byte)) {
      const before = records.filter(record => record.end <= byte).length;
      const directory = copyOf(seed);
      flip(journalPath(directory), byte);
      const content = contentOf(directory);

      const store = openStore(directory);
      const at = `byte ${byte}`;
      // Damage in the very first commit takes the schema with it: nothing can be read then, which is said as well.
      if (before > 0) {
        const left = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, Math.max(0, before - schemaCommits));
        expect(await titlesOf(store), at).toEqual(left);
      }
      expect(await store.health(), at).toMatchObject({
        state: 'corrupt',
        reason: `journal.00000001.log is damaged after commit ${before}, and more commits follow the damage.`,
      });
      const failure = await failureOf(addItems(store, ['lost']));
      expect(failure.code, at).toBe('STORE_CORRUPT');
      expect(failure.next?.map(({ operation }) => operation)).toEqual(['store.check', 'store.backup']);
      expect((await store.maintenance.check()).problems, at).toContain(
        `The journal is damaged after commit ${before}, and more commits follow the damage.`,
      );
      expect(contentOf(directory), at).toEqual(content);
      await store.close();
    }
  });

  it('in the last record keeps the rest, and the damaged bytes beside the journal', async () => {
    const seed = await eightCommits();
    const whole = readFileSync(journalPath(seed));
    const last = parseJournal(whole).records.at(-1);
    const step = isFull ? 1 : 29;
    for (let byte = last?.start ?? 0; byte < whole.length; byte += step) {
      const directory = copyOf(seed);
      flip(journalPath(directory), byte);
      const damaged = readFileSync(journalPath(directory)).subarray(last?.start ?? 0);
      const store = openStore(directory);
      expect(await titlesOf(store)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
      await addItems(store, ['next']);
      expect(await titlesOf(store)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'next']);
      const torn = readdirSync(directory).filter(name => name.startsWith('torn.'));
      expect(torn.map(name => readFileSync(join(directory, name)))).toEqual([damaged]);
      await store.close();
    }
  });

  it('is mended by a process that had read past the damage, once that begins a new generation', async () => {
    const directory = await eightCommits();
    const { records } = readJournal(journalPath(directory));
    const past = openStore(directory);
    expect(await titlesOf(past)).toHaveLength(8);
    flip(journalPath(directory), (records[schemaCommits + 3]?.start ?? 0) + 30);
    const before = openStore(directory);
    expect(await titlesOf(before)).toEqual(['a', 'b', 'c']);
    await addItems(past, ['i']);
    await past.maintenance.compact();
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    for (const store of [before, past, openStore(directory)]) {
      expect(await titlesOf(store)).toEqual(all);
      expect((await store.health()).state).toBe('ready');
    }
    await addItems(before, ['j']);
    expect(await titlesOf(past)).toEqual([...all, 'j']);
  });

  it('can be backed up at its last good commit and restored from that, for every process, and the damaged file is kept', async () => {
    const directory = await eightCommits();
    const { records } = readJournal(journalPath(directory));
    const live = openStore(directory);
    expect(await titlesOf(live)).toHaveLength(8);
    flip(journalPath(directory), (records[schemaCommits + 3]?.start ?? 0) + 30);
    const damaged = readFileSync(journalPath(directory));

    const store = openStore(directory);
    const other = openStore(directory);
    expect(await titlesOf(other)).toEqual(['a', 'b', 'c']);
    const file = join(directory, '..', 'backup.sqlite');
    expect((await store.maintenance.backup(file)).commits).toBe(schemaCommits + 3);
    const { keptAs, generation } = await store.maintenance.restore(file);
    expect(generation).toBe(2);
    expect(askImage(keptAs, 'select title from work_items order by number')).toEqual([
      { title: 'a' },
      { title: 'b' },
      { title: 'c' },
    ]);
    expect(readFileSync(keptAs.replace(/\.sqlite$/, '.1.log'))).toEqual(damaged);
    for (const one of [store, other, live, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual(['a', 'b', 'c']);
      expect((await one.health()).state).toBe('ready');
    }
    await addItems(other, ['d again']);
    expect(await titlesOf(live)).toEqual(['a', 'b', 'c', 'd again']);
    expect((await live.maintenance.check()).problems).toEqual([]);
  });
});

describe('a damaged generation', () => {
  async function expectMended(directory: string, reason: string): Promise<void> {
    const reader = openStore(directory);
    expect(await titlesOf(reader)).toEqual(seededTitles);
    expect(await reader.health()).toMatchObject({ state: 'ready', reason });
    expect((await reader.maintenance.check()).problems).toEqual([reason]);
    const writer = openStore(directory);
    await addItems(writer, ['next']);
    await addItems(reader, ['and next']);
    // The first write began a generation that is whole.
    expect(readdirSync(directory)).toContain('journal.00000003.log');
    for (const store of [reader, writer, openStore(directory)]) {
      expect(await titlesOf(store)).toEqual([...seededTitles, 'next', 'and next']);
      expect(await store.health()).toEqual({ state: 'ready', location: directory });
      expect((await store.maintenance.check()).problems).toEqual([]);
    }
  }

  it('with a flipped bit in its snapshot is read from the one before and both journals, and says so', async () => {
    const seed = await seedStore();
    const size = readFileSync(snapshotPaths(seed)[0] ?? '').length;
    const step = isFull ? 3001 : 20_011;
    for (let byte = 0; byte < size; byte += step) {
      const directory = copyOf(seed);
      flip(snapshotPaths(directory)[0] ?? '', byte);
      await expectMended(
        directory,
        'The snapshot of generation 2 is missing or damaged. Generation 1 and the journals after it were used instead.',
      );
    }
  });

  it('without its snapshot is read from the one before', async () => {
    const directory = copyOf(await seedStore());
    truncateSync(snapshotPaths(directory)[0] ?? '', 100);
    await expectMended(
      directory,
      'The snapshot of generation 2 is missing or damaged. Generation 1 and the journals after it were used instead.',
    );
  });

  it('with a damaged journal header is read from the one before', async () => {
    const seed = await seedStore();
    for (let byte = 0; byte < headerLength; byte += isFull ? 1 : 9) {
      const directory = copyOf(seed);
      flip(journalPath(directory), byte);
      await expectMended(
        directory,
        'The header of journal.00000002.log is damaged. Generation 1 and the journals after it were used instead.',
      );
    }
  });

  it('that is the first one and whose header is damaged is read all the same', async () => {
    const directory = await eightCommits();
    flip(journalPath(directory), 20);
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect((await store.health()).reason).toEqual(
      'The header of journal.00000001.log is damaged; all its commits were read.',
    );
    await addItems(store, ['i']);
    expect(await titlesOf(openStore(directory))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  });

  it.each([0, 1, 13, 30, 63])('that is all there is, cut to %i bytes, is refused and left alone', async size => {
    const directory = await eightCommits();
    truncateSync(journalPath(directory), size);
    const content = contentOf(directory);
    const store = openStore(directory);
    expect(await store.health()).toMatchObject({
      state: 'corrupt',
      reason: 'Cannot read the store: The header of journal.00000001.log is damaged.',
    });
    for (const attempt of [() => titlesOf(store), () => addItems(store, ['x']), () => store.create()]) {
      expect((await failureOf(attempt())).code).toBe('STORE_CORRUPT');
    }
    expect(await store.maintenance.check()).toMatchObject({ ok: false });
    expect(contentOf(directory)).toEqual(content);
  });

  it.each([0, 13, 40, 64, 90])('whose sealed predecessor was cut to %i bytes stands by itself', async size => {
    const directory = copyOf(await seedStore());
    truncateSync(journalPath(directory, 1), size);
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(seededTitles);
    expect(await store.health()).toEqual({ state: 'ready', location: directory });
    await addItems(store, ['next']);
    await store.maintenance.compact();
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'next']);
  });

  it('whose predecessor lost its seal is found by a process that still stands before it', async () => {
    const directory = copyOf(await seedStore());
    const late = openStore(directory);
    expect(await titlesOf(late)).toEqual(seededTitles);
    const other = openStore(directory);
    await addItems(other, ['seven']);
    await other.maintenance.compact();
    await addItems(other, ['eight']);
    const seal = readJournal(journalPath(directory, 2)).records.at(-1);
    flip(journalPath(directory, 2), (seal?.start ?? 0) + 26);
    expect(await titlesOf(late)).toEqual([...seededTitles, 'seven', 'eight']);
    await addItems(late, ['nine']);
    expect(await titlesOf(other)).toEqual([...seededTitles, 'seven', 'eight', 'nine']);
    expect(readdirSync(directory).filter(name => name.startsWith('torn.'))).toEqual([]);
  });

  it('whose predecessor lost its seal, and which lost its snapshot, is put together from both journals', async () => {
    const directory = copyOf(await seedStore());
    const seal = readJournal(journalPath(directory, 1)).records.at(-1);
    flip(journalPath(directory, 1), (seal?.start ?? 0) + 26);
    truncateSync(snapshotPaths(directory)[0] ?? '', 100);
    await expectMended(
      directory,
      'The snapshot of generation 2 is missing or damaged. Generation 1 and the journals after it were used instead.',
    );
  });

  it.each(['', 'x'])(
    'whose predecessor lost more than its seal (%j), and which lost its snapshot, is not written to',
    async rest => {
      const directory = copyOf(await seedStore());
      const records = readJournal(journalPath(directory, 1)).records;
      truncateSync(journalPath(directory, 1), records.at(-2)?.start ?? 0);
      appendFileSync(journalPath(directory, 1), rest);
      truncateSync(snapshotPaths(directory)[0] ?? '', 100);
      const content = contentOf(directory);
      const store = openStore(directory);
      // What generation 2 holds cannot be reached any more, and must not be overwritten either.
      expect(await store.health()).toMatchObject({ state: 'corrupt' });
      expect(await titlesOf(store)).toEqual(['one', 'two', 'three']);
      expect((await failureOf(addItems(store, ['x']))).code).toBe('STORE_CORRUPT');
      expect(contentOf(directory)).toEqual(content);

      const file = join(directory, '..', 'backup.sqlite');
      await store.maintenance.backup(file);
      const { keptAs } = await store.maintenance.restore(file);
      await addItems(store, ['again']);
      expect(await titlesOf(openStore(directory))).toEqual(['one', 'two', 'three', 'again']);
      expect(
        readJournal(keptAs.replace(/\.sqlite$/, '.2.log')).records.some(({ payload }) => payload.st !== undefined),
      ).toBe(true);
    },
  );

  it('whose journals are gone is not taken for an empty store', async () => {
    const directory = copyOf(await seedStore());
    const { rmSync } = await import('node:fs');
    for (const generation of [1, 2]) rmSync(journalPath(directory, generation));
    const store = openStore(directory);
    expect(await store.health()).toMatchObject({
      state: 'corrupt',
      reason: 'Cannot read the store: its journals are missing.',
    });
    expect((await failureOf(addItems(store, ['x']))).code).toBe('STORE_CORRUPT');
  });
});

describe('a whole record that makes no sense', () => {
  it.each([
    ['a seal in favour of its own generation', { seal: 2 }],
    ['a seal in favour of an earlier generation', { seal: 1 }],
    ['a seal in favour of a generation far away', { seal: 9 }],
    ['a seal in favour of a generation that is not there', { seal: 3 }],
    ['a restored seal in favour of one that is not there', { seal: 3, restored: true }],
    ['a commit whose statements are none', { at: 1, pid: 1, v: 1, st: [[1.5, [], 1]] }],
    ['a commit that no statement text was given for', { at: 1, pid: 1, v: 1, st: [[200, [], 1]] }],
    ['a commit in an unknown form', { at: 1, pid: 1, v: 1, st: 'none' }],
  ])('such as %s stops the store, which is left as it is', async (_what, payload) => {
    const directory = copyOf(await seedStore());
    const live = openStore(directory);
    await titlesOf(live);
    const last = readJournal(journalPath(directory)).records.at(-1);
    appendFileSync(journalPath(directory), makeRecord((last?.seq ?? 0) + 1, last?.crc ?? 0, payload));
    const content = contentOf(directory);
    for (const store of [live, openStore(directory)]) {
      expect((await store.health()).state).toBe('corrupt');
      expect(['STORE_CORRUPT', 'STORE_DIVERGED']).toContain((await failureOf(addItems(store, ['x']))).code);
      expect((await store.maintenance.check()).ok).toBe(false);
      await store.close();
    }
    expect(contentOf(directory)).toEqual(content);
  });
});

describe('a store from the future', () => {
  async function expectTooNew(directory: string, reason: string): Promise<void> {
    const content = contentOf(directory);
    const store = openStore(directory);
    expect(await store.health()).toMatchObject({
      state: 'too-new',
      reason,
      hint: 'Update Stateroom here. The store was not changed.',
    });
    for (const attempt of [
      () => titlesOf(store),
      () => addItems(store, ['x']),
      () => store.create(),
      () => store.maintenance.compact(),
      () => store.maintenance.check(),
    ]) {
      expect((await failureOf(attempt())).code).toBe('STORE_TOO_NEW');
    }
    await store.close();
    expect(contentOf(directory)).toEqual(content);
  }

  it('with a commit of a newer version is not touched, whatever that commit looks like', async () => {
    const seed = await seedStore();
    const last = readJournal(journalPath(seed)).records.at(-1);
    for (const payload of [
      { at: 1, pid: 1, v: 7, st: [["insert into nowhere values ('x')", [], 1]] },
      { v: 7, changes: 'in a form of its own' },
      { at: 1, pid: 1, v: 7, st: [[1, [{ $new: true }], 1]] },
    ]) {
      const directory = copyOf(seed);
      appendFileSync(journalPath(directory), makeRecord((last?.seq ?? 0) + 1, last?.crc ?? 0, payload));
      await expectTooNew(
        directory,
        'The store was written by a newer version of Stateroom (store version 7, but this Stateroom supports 3).',
      );
    }
  });

  it('with a newer schema in its snapshot is not touched', async () => {
    const { laterMigrations } = await import('./support/laterMigrations.js');
    const { migrations } = await import('../../src/store/migrations/migrations.js');
    const directory = copyOf(await seedStore());
    const newer = openStore(directory, { migrations: [...migrations, ...laterMigrations] });
    await newer.maintenance.compact();
    await newer.close();
    await expectTooNew(
      directory,
      'The store was written by a newer version of Stateroom (store version 1002, but this Stateroom supports 3).',
    );
  });

  it('in a newer file format is not touched', async () => {
    const { crc32 } = await import('node:zlib');
    const directory = copyOf(await seedStore());
    const bytes = readFileSync(journalPath(directory));
    bytes.writeUInt32LE(2, 4);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
    writeFileSync(journalPath(directory), bytes);
    await expectTooNew(
      directory,
      'The store was written by a newer version of Stateroom (store version 2, but this Stateroom supports 1).',
    );
  });
});
