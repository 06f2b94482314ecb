import { constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Migration } from '../../src/store/migrations/migration.js';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { askImage } from './support/askImage.js';
import { acknowledged, Child, untilExists } from './support/child.js';
import { FaultyFiles, systemError } from './support/faultyFiles.js';
import { compatibleMigrations, laterMigrations } from './support/laterMigrations.js';
import { openStore } from './support/openStore.js';
import { newestLog, readLog } from './support/rawLog.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';

const newer = { migrations: [...migrations, ...laterMigrations] };

function copiesIn(directory: string): string[] {
  return readdirSync(directory).filter(name => name.startsWith('before-migration.'));
}

/** Of each commit in the newest log, the version of the schema that a reader must know. */
function versionsWritten(directory: string): unknown[] {
  return readLog(newestLog(directory)).map(({ schema }) => schema);
}

async function versionsOf(store: ReturnType<typeof openStore>): Promise<unknown[]> {
  const { rows } = await store.maintenance.query('select version from schema_migrations order by version', 100);
  return rows.map(row => row[0]);
}

describe('a migration', () => {
  it('runs step by step, each with its note in one commit, and keeps a copy of what was before', async () => {
    const directory = copyOf(await seedStore());
    const before = versionsWritten(directory).length;
    const store = openStore(directory, newer);
    expect(await titlesOf(store)).toEqual(seededTitles);
    expect(await versionsOf(store)).toEqual([
      -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 1001, 1002,
    ]);
    expect(versionsWritten(directory).slice(before)).toEqual([1001, 1002]);
    const [copy] = copiesIn(directory);
    expect(copiesIn(directory)).toHaveLength(1);
    expect(
      askImage(
        join(directory, copy ?? ''),
        'select max(version) as v, (select count(*) from work_items) as n from schema_migrations',
      ),
    ).toEqual([{ v: 3, n: 6 }]);
    expect((await store.maintenance.query('select distinct colour from work_items', 10)).rows).toEqual([['grey']]);
    // Opening it again changes nothing more.
    const again = openStore(directory, newer);
    await addItems(again, ['seven']);
    expect(copiesIn(directory)).toHaveLength(1);
    expect((await again.maintenance.check()).problems).toEqual([]);
  });

  it('stops an older process that is under way, which neither reads nor writes any more and says why', async () => {
    const directory = copyOf(await seedStore());
    const older = await Child.start(directory);
    await older.run({ do: 'add', titles: ['of the older'] });
    const store = openStore(directory, newer);
    await addItems(store, ['of the newer']);
    const tooNew = { code: 'STORE_TOO_NEW', hint: 'Update Stateroom here. The store was not changed.' };
    await expect(older.run({ do: 'add', titles: ['too late'] })).rejects.toMatchObject(tooNew);
    await expect(older.run({ do: 'dump' })).rejects.toMatchObject(tooNew);
    expect(await older.run({ do: 'health' })).toMatchObject({
      state: 'too-new',
      reason: { key: 'store.tooNew', values: { found: 1001, known: 3 } },
    });
    expect(await titlesOf(store)).toEqual([...seededTitles, 'of the older', 'of the newer']);
    await expect(older.run({ do: 'compact' })).rejects.toMatchObject(tooNew);
  });

  it('by one of several that come at once is done once', async () => {
    const directory = copyOf(await seedStore());
    const children = await Child.startAll(6, directory, () => ({ laterMigrations: 2 }));
    await Promise.all(children.map((child, index) => child.run({ do: 'add', titles: [`of ${index}`] })));
    const store = openStore(directory, newer);
    expect(await versionsOf(store)).toEqual([
      -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 1001, 1002,
    ]);
    expect(await titlesOf(store)).toHaveLength(seededTitles.length + 6);
    const isFirst = (name: string) => name.includes('.v3.');
    expect(copiesIn(directory).filter(isFirst)).toHaveLength(1);
    // Without a lock, one that comes between two steps of another keeps a copy of that state too.
    const others = copiesIn(directory).filter(name => !isFirst(name));
    expect(others.length).toBeLessThanOrEqual(1);
  });

  it('while others write and make generations loses none of what they were told is done', async () => {
    const directory = copyOf(await seedStore());
    const notes = Array.from({ length: 4 }, (_, index) => join(directory, '..', `acks ${index}`));
    const writers = await Child.startAll(4, directory, index => ({ acks: notes[index] ?? '' }));
    const rounds = sized(200, 40);
    const writing = writers.map(async (writer, index) => {
      for (let round = 0; round < rounds; round += 1) {
        const done = await writer.run({ do: 'add', titles: [`${index} ${round}`] }).then(
          () => true,
          (error: { code: string }) => {
            expect(error.code).toBe('STORE_TOO_NEW');
            return false;
          },
        );
        if (!done) return;
        if (round % 10 === 3) {
          await writer
            .run({ do: 'compact' })
            .catch((error: { code: string }) => expect(error.code).toBe('STORE_TOO_NEW'));
        }
      }
    });
    await untilExists(notes[0] ?? '');
    const store = openStore(directory, newer);
    await addItems(store, ['of the newer']);
    await Promise.all(writing);
    const titles = new Set(await titlesOf(store));
    expect(acknowledged(notes).filter(title => !titles.has(title))).toEqual([]);
    expect((await store.maintenance.check()).problems).toEqual([]);
    expect(await versionsOf(store)).toEqual([
      -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 1001, 1002,
    ]);
  });

  it('that fails leaves the store at the step before, whole, and keeps one copy however often it is tried', async () => {
    const directory = copyOf(await seedStore());
    const failing: Migration = {
      version: 1002,
      name: 'cannot work',
      async up(db) {
        await db.schema.createTable('halves').addColumn('id', 'text').execute();
        await db.schema.createTable('work_items').addColumn('id', 'text').execute();
      },
    };
    const [first] = laterMigrations;
    if (first === undefined) throw new Error('there is a first later migration');
    for (let round = 0; round < 3; round += 1) {
      const store = openStore(directory, { migrations: [...migrations, first, failing] });
      await expect(addItems(store, ['x'])).rejects.toThrow('already exists');
      await store.close();
    }
    const store = openStore(directory, { migrations: [...migrations, first] });
    expect(await versionsOf(store)).toEqual([-13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 1001]);
    expect(await titlesOf(store)).toEqual(seededTitles);
    const tables = await store.maintenance.query("select name from sqlite_master where name = 'halves'", 1);
    expect(tables.rows).toEqual([]);
    expect(copiesIn(directory).length).toBeLessThanOrEqual(2);
  });
});

describe('a compatible step', () => {
  const knowing = { migrations: [...migrations, ...compatibleMigrations] };
  const steps = [-1002, -1001, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3];

  it('is written with the first change alone, under the version that there was, and needs no copy', async () => {
    const directory = copyOf(await seedStore());
    const written = () => versionsWritten(directory);
    const begun = written().length;
    const store = openStore(directory, knowing);
    expect(await titlesOf(store)).toEqual(seededTitles);
    expect((await store.maintenance.query('select distinct size from work_items', 10)).rows).toEqual([[null]]);
    expect((await store.maintenance.check()).problems).toEqual([]);
    expect(written()).toHaveLength(begun);
    await addItems(store, ['seven']);
    expect(written().slice(begun)).toEqual([3, 3, 3]);
    expect(await versionsOf(store)).toEqual(steps);
    expect(copiesIn(directory)).toEqual([]);
    await addItems(openStore(directory, knowing), ['eight']);
    expect(written()).toHaveLength(begun + 4);
    expect((await store.maintenance.check()).problems).toEqual([]);
  });

  it('reaches programs that lack it, that have it in memory, and that come at once', async () => {
    const directory = copyOf(await seedStore());
    const without = openStore(directory);
    const reader = openStore(directory, knowing);
    expect(await titlesOf(without)).toEqual(seededTitles);
    expect(await titlesOf(reader)).toEqual(seededTitles);
    const children = await Child.startAll(4, directory, index => ({ compatibleMigrations: index % 3 }));
    await Promise.all(children.map((child, index) => child.run({ do: 'add', titles: [`of ${index}`] })));
    await addItems(without, ['of the older']);
    const titles = await titlesOf(reader);
    expect(titles).toHaveLength(seededTitles.length + 5);
    for (const store of [without, reader]) {
      expect(await titlesOf(store)).toEqual(titles);
      expect(await versionsOf(store)).toEqual(steps);
      expect((await store.maintenance.check()).problems).toEqual([]);
    }
  });

  it('comes again after a backup without it was restored by a program that lacks it', async () => {
    const directory = copyOf(await seedStore());
    const without = openStore(directory);
    const backup = join(directory, '..', 'backup.sqlite');
    await without.maintenance.backup(backup);
    const store = openStore(directory, knowing);
    await addItems(store, ['lost']);
    await without.maintenance.restore(backup);
    await addItems(without, ['of the older']);
    await addItems(store, ['of the newer']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'of the older', 'of the newer']);
    expect(await versionsOf(without)).toEqual(steps);
    expect((await store.maintenance.check()).problems).toEqual([]);
  });
});

function isForReading(flags: unknown): boolean {
  return flags === 'r' || (typeof flags === 'number' && (flags & (constants.O_WRONLY | constants.O_RDWR)) === 0);
}

describe('a process that knows a newer schema but may not write', () => {
  function readOnly(): FaultyFiles {
    const faulty = new FaultyFiles();
    faulty.arm((call, real) => {
      const [, flags] = call.args;
      const writes =
        ['mkdirSync', 'linkSync', 'renameSync', 'unlinkSync', 'accessSync'].includes(call.name) ||
        (call.name === 'openSync' && !isForReading(flags));
      if (writes) throw systemError('EROFS', call.name);
      return real();
    });
    return faulty;
  }

  it('reads the store as if it were migrated, also what others go on writing, and leaves no file', async () => {
    const directory = copyOf(await seedStore());
    const names = readdirSync(directory);
    const reader = openStore(directory, { ...newer, files: readOnly().files });
    expect((await reader.maintenance.query('select number, colour from work_items where number = 1', 1)).rows).toEqual([
      [1, 'grey'],
    ]);
    expect(await reader.health()).toMatchObject({ state: 'read-only' });
    expect((await reader.maintenance.check()).problems).toEqual([]);
    expect(readdirSync(directory)).toEqual(names);
    const writer = openStore(directory);
    await addItems(writer, ['seven']);
    expect(await titlesOf(reader)).toEqual([...seededTitles, 'seven']);
    await expect(addItems(reader, ['x'])).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
  });

  it('does not take its memory for what is on disk once it may write', async () => {
    const directory = copyOf(await seedStore());
    const faulty = readOnly();
    const store = openStore(directory, { ...newer, files: faulty.files });
    expect(await titlesOf(store)).toEqual(seededTitles);
    faulty.disarm();
    await addItems(store, ['seven']);
    expect(copiesIn(directory)).toHaveLength(1);
    expect((await store.maintenance.check()).problems).toEqual([]);
    const fresh = openStore(directory, newer);
    expect(await titlesOf(fresh)).toEqual([...seededTitles, 'seven']);
    expect(await versionsOf(fresh)).toEqual([
      -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 1001, 1002,
    ]);
    expect((await fresh.maintenance.check()).problems).toEqual([]);
  });
});
