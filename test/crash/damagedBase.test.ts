import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { StoreError } from '../../src/store/storeError.js';
import { askImage } from './support/askImage.js';
import { laterMigrations } from './support/laterMigrations.js';
import { openStore } from './support/openStore.js';
import { namesOf, newestLog, readRawBase } from './support/rawLog.js';
import { addItems, titlesOf } from './support/rows.js';
import { contentOf, copyOf, flipBit, seedCheckpoint, seededTitles, seedSegments, seedStore } from './support/seed.js';
import { sized } from './support/size.js';

async function outcomeOf<T>(promise: Promise<T>): Promise<T | StoreError> {
  return promise.catch((error: unknown) => {
    if (error instanceof StoreError) return error;
    throw error;
  });
}

/** Everything that was acknowledged is read, the reason is told, and the next write puts it right for all. */
async function expectMended(
  directory: string,
  titles: readonly string[],
  reason: string,
  number: number,
): Promise<void> {
  const content = contentOf(directory);
  const reader = openStore(directory);
  expect(await titlesOf(reader), reason).toEqual(titles);
  // A page may be one that those titles are not on: the check reads all.
  const { problems } = await reader.maintenance.check();
  expect(problems).toHaveLength(1);
  if (problems[0] !== reason) expect(problems[0]).toMatch(/^(image|pages)\.\S+ is missing or damaged\.$/);
  expect(await reader.health()).toMatchObject({ state: 'ready', reason });
  expect(contentOf(directory)).toEqual(content);
  const writer = openStore(directory);
  await titlesOf(writer);
  await writer.maintenance.check();
  await addItems(writer, ['next']);
  await addItems(reader, ['and next']);
  expect(readRawBase(directory).number).toBe(number);
  for (const store of [reader, writer, openStore(directory)]) {
    expect(await titlesOf(store)).toEqual([...titles, 'next', 'and next']);
    expect(await store.health()).toEqual({ state: 'ready', location: directory });
    expect((await store.maintenance.check()).problems).toEqual([]);
  }
}

const nameOf = (directory: string, kind: 'base' | 'image' | 'pages', number: number, end = '') =>
  namesOf(directory, kind).find(name => Number(name.split('.')[1]) === number && name.endsWith(end)) ?? '';

describe('a flipped bit', () => {
  it('in the newest base has the one before it used, and both logs', async () => {
    const seed = await seedStore();
    const name = 'base.00000002';
    for (let byte = 0; byte < statSync(join(seed, name)).size - 1; byte += sized(1, 23)) {
      const directory = copyOf(seed);
      flipBit(join(directory, name), byte);
      await expectMended(directory, seededTitles, `${name} is missing or damaged. base.00000001 was used instead.`, 3);
    }
  });

  it('in the image or the sums of the newest base alone has the one before it used', async () => {
    const seed = await seedCheckpoint();
    const image = join(seed, nameOf(seed, 'image', 2, '.sqlite'));
    // SQLite reads these before anything else.
    const ofSchema = askImage(image, "select pageno from dbstat where name = 'sqlite_schema'").map(
      ({ pageno }) => pageno,
    );
    expect(ofSchema.length).toBeGreaterThan(3);
    for (const end of ['.sqlite', '.sums']) {
      const name = nameOf(seed, 'image', 2, end);
      const { size } = statSync(join(seed, name));
      for (let byte = 0; byte < size; byte += Math.max(1, Math.floor(size / sized(40, 4)))) {
        const directory = copyOf(seed);
        flipBit(join(directory, name), byte);
        const isSeenAtOpening = end === '.sums' || ofSchema.includes(Math.floor(byte / 4096) + 1);
        await expectMended(
          directory,
          seededTitles,
          `${isSeenAtOpening ? `${name} is missing or damaged.` : 'A page of base.00000002 is damaged.'} base.00000001 was used instead.`,
          3,
        );
      }
    }
  });

  it('in an image that was put in place by a compaction is said once it is read', async () => {
    const seed = await seedStore();
    const name = nameOf(seed, 'image', 2, '.sqlite');
    const { size } = statSync(join(seed, name));
    for (let byte = 50; byte < size; byte += Math.floor(size / sized(40, 4))) {
      const directory = copyOf(seed);
      flipBit(join(directory, name), byte);
      const store = openStore(directory);
      const titles = await outcomeOf(titlesOf(store));
      const isRead = byte < 4096 || titles instanceof StoreError || titles.length === 3;
      if (isRead && !(titles instanceof StoreError)) expect(titles).toEqual(['one', 'two', 'three']);
      if (!isRead) expect(titles).toEqual(seededTitles);
      expect((await store.maintenance.check()).ok).toBe(false);
      expect((await store.health()).state).toBe('corrupt');
      expect(await outcomeOf(addItems(store, ['x']))).toMatchObject({ code: 'STORE_CORRUPT' });
    }
  });

  it('in the newest segment has the base before it used, at once or when the page is read', async () => {
    const { directory: seed, titles } = await seedSegments();
    const name = nameOf(seed, 'pages', 4);
    const { size } = statSync(join(seed, name));
    const count = readFileSync(join(seed, name)).readUInt32LE(4);
    expect(size).toBe((1 + count) * 4096);
    const head = (2 + 2 * count + 1) * 4;
    const bytes = [0, 4, 9, head - 1, ...Array.from({ length: count }, (_, index) => (index + 1) * 4096 + 100)];
    for (const byte of bytes.filter((_, index) => index % sized(1, 5) === 0)) {
      const directory = copyOf(seed);
      flipBit(join(directory, name), byte);
      const isSeenAtOpening = byte < 2 * 4096;
      await expectMended(
        directory,
        titles,
        `${isSeenAtOpening ? `${name} is missing or damaged.` : 'A page of base.00000004 is damaged.'} base.00000003 was used instead.`,
        5,
      );
    }
  });

  it('in what both bases have is said once it is read, and nothing wrong is read', async () => {
    const { directory: seed, titles } = await seedSegments();
    const older = nameOf(seed, 'pages', 3);
    const image = nameOf(seed, 'image', 2, '.sqlite');
    const { size } = statSync(join(seed, image));
    const places: [string, number][] = Array.from({ length: sized(100, 8) }, (_, index) => [
      image,
      Math.floor(((index + 0.5) * size) / sized(100, 8)),
    ]);
    for (let byte = 4096; byte < statSync(join(seed, older)).size; byte += 4096 * sized(1, 6))
      places.push([older, byte + 9]);
    const said = new Set<string>();
    for (const [name, byte] of places) {
      const directory = copyOf(seed);
      const whole = readFileSync(join(directory, name));
      flipBit(join(directory, name), byte);
      const content = contentOf(directory);
      const store = openStore(directory);
      const at = `${name}, byte ${byte}`;
      const found = await outcomeOf(titlesOf(store));
      if (found instanceof StoreError) expect(found.code, at).toBe('STORE_CORRUPT');
      else expect(found, at).toEqual(titles);
      const copied = await outcomeOf(store.maintenance.exportTo(join(directory, '..', 'copy.sqlite')));
      const check = await store.maintenance.check();
      // Of the image and the older segment, only pages that no newer segment has count.
      if (copied instanceof StoreError) {
        said.add(name);
        expect(copied.code, at).toBe('STORE_CORRUPT');
        expect(check.ok, at).toBe(false);
        expect(check.problems.join(), at).toContain('damaged');
      } else {
        expect(check.problems, at).toEqual([]);
      }
      expect(contentOf(directory), at).toEqual(content);
      await store.close();
      writeFileSync(join(directory, name), whole);
      expect(await titlesOf(openStore(directory)), at).toEqual(titles);
    }
    expect([...said]).toContain(image);
  });
});

/** Puts something else where a file was. */
const losses: Readonly<Record<string, (path: string) => void>> = {
  missing: path => rmSync(path),
  cut: path => writeFileSync(path, readFileSync(path).subarray(0, 100)),
  'a pipe': path => {
    rmSync(path);
    execFileSync('mkfifo', [path]);
  },
  'a link to itself, elsewhere': path => {
    renameSync(path, `${path}.elsewhere`);
    symlinkSync(`${path}.elsewhere`, path);
  },
  'a folder': path => {
    rmSync(path);
    mkdirSync(path);
  },
};

describe('a file that is', () => {
  it.each(Object.keys(losses))('%s: the image of the newest base has the one before it used', async how => {
    const directory = copyOf(await seedCheckpoint());
    const name = nameOf(directory, 'image', 2, '.sqlite');
    losses[how]?.(join(directory, name));
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(seededTitles);
    expect((await store.health()).reason).toBe(`${name} is missing or damaged. base.00000001 was used instead.`);
    await addItems(store, ['next']);
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'next']);
    expect(await openStore(directory).health()).toEqual({ state: 'ready', location: directory });
  });

  it.each(Object.keys(losses).filter(how => how !== 'cut'))('%s: the newest base does not matter', async how => {
    const directory = copyOf(await seedStore());
    losses[how]?.(join(directory, 'base.00000002'));
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(seededTitles);
    await addItems(store, ['next']);
    for (const one of [store, openStore(directory)]) expect(await titlesOf(one)).toEqual([...seededTitles, 'next']);
  });

  it.each(Object.keys(losses).filter(how => how !== 'cut'))(
    '%s: the newest log is named, and until it is back nothing is written',
    async how => {
      const directory = copyOf(await seedStore());
      const path = newestLog(directory);
      const bytes = readFileSync(path);
      const name = path.split('/').at(-1) ?? '';
      losses[how]?.(path);
      const store = openStore(directory);
      const titles = await titlesOf(store);
      expect(titles).toEqual(['one', 'two', 'three']);
      const failure = await outcomeOf(addItems(store, ['lost']));
      expect(failure).toMatchObject({ code: 'STORE_CORRUPT' });
      expect((failure as StoreError).message).toMatch(
        new RegExp(`^${name}, which contained the commits after commit \\d+, is missing or damaged.$`),
      );
      expect((await store.health()).state).toBe('corrupt');
      rmSync(path, { recursive: true, force: true });
      writeFileSync(path, bytes);
      for (const one of [store, openStore(directory)]) {
        expect(await titlesOf(one)).toEqual(seededTitles);
        expect((await one.health()).state).toBe('ready');
      }
      await addItems(store, ['next']);
      expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'next']);
    },
  );

  it('missing: the newest log can be done without by a restore', async () => {
    const directory = copyOf(await seedStore());
    const file = join(directory, '..', 'backup.sqlite');
    await openStore(directory).maintenance.backup(file);
    rmSync(newestLog(directory));
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(['one', 'two', 'three']);
    await store.maintenance.restore(file);
    await addItems(store, ['next']);
    for (const one of [store, openStore(directory)]) {
      expect(await titlesOf(one)).toEqual([...seededTitles, 'next']);
      expect((await one.health()).state).toBe('ready');
    }
  });
});

describe('a folder without a base', () => {
  it.each(['log', 'image', 'pages'] as const)(
    'in which a store left its %s is refused until it is back',
    async kind => {
      const { directory: seed, titles } = await seedSegments();
      const directory = copyOf(seed);
      const away = join(directory, '..', 'away');
      mkdirSync(away);
      const names = [
        ...namesOf(directory, 'base'),
        ...(['log', 'image', 'pages'] as const).filter(one => one !== kind).flatMap(one => namesOf(directory, one)),
      ];
      for (const name of names) renameSync(join(directory, name), join(away, name));
      const content = contentOf(directory);
      const store = openStore(directory);
      for (const attempt of [() => titlesOf(store), () => addItems(store, ['x']), () => store.create()]) {
        expect(await outcomeOf<unknown>(attempt())).toMatchObject({ code: 'STORE_CORRUPT' });
      }
      expect((await store.health()).state).toBe('corrupt');
      expect(await store.maintenance.check()).toMatchObject({ ok: false });
      expect(contentOf(directory)).toEqual(content);
      for (const name of readdirSync(away)) renameSync(join(away, name), join(directory, name));
      expect(await titlesOf(store)).toEqual(titles);
    },
  );
});

describe('a store of a newer version', () => {
  async function expectTooNew(directory: string, found: number, known: number): Promise<void> {
    const content = contentOf(directory);
    const store = openStore(directory);
    const message = `The store was written by a newer version of Stateroom (store version ${found}, but this Stateroom supports ${known}).`;
    for (const attempt of [
      () => titlesOf(store),
      () => addItems(store, ['x']),
      () => store.create(),
      () => store.maintenance.compact(),
    ]) {
      expect(await outcomeOf<unknown>(attempt())).toMatchObject({ code: 'STORE_TOO_NEW', message });
    }
    expect(await store.health()).toMatchObject({ state: 'too-new' });
    expect(contentOf(directory)).toEqual(content);
  }

  it('by its schema, in a record or in a base, is not touched', async () => {
    const directory = copyOf(await seedStore());
    const newer = openStore(directory, { migrations: [...migrations, ...laterMigrations] });
    await addItems(newer, ['new']);
    await expectTooNew(directory, 1001, 3);
    await newer.maintenance.compact();
    await expectTooNew(directory, 1002, 3);
  });

  it('by its format is not touched', async () => {
    const directory = copyOf(await seedStore());
    const text = JSON.stringify({ ...readRawBase(directory), format: 3 });
    writeFileSync(join(directory, 'base.00000002'), `${crc32(Buffer.from(text)).toString(16)}\n${text}\n`);
    await expectTooNew(directory, 3, 2);
  });
});
