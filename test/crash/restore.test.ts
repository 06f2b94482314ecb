import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { askImage } from './support/askImage.js';
import { acknowledged, Child } from './support/child.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';

const item = '01JABCDEFGHJKMNPQRSTVWXYZ0';

describe('restore under fire', () => {
  it.each(['sync', 'async'] as const)(
    'while 8 processes (%s) write: no write acknowledged after it is missing, and all see the same rows',
    async mode => {
      const directory = copyOf(await seedStore());
      const backup = join(directory, '..', 'backup.sqlite');
      const seed = openStore(directory);
      await seed.maintenance.backup(backup);
      await seed.close();

      const notes = Array.from({ length: 9 }, (_, index) => join(directory, '..', `acks ${index}`));
      const writers = await Child.startAll(8, directory, index => ({
        mode,
        acks: notes[index] ?? '',
        // Some of them also begin generations of their own meanwhile.
        checkpoint: { ...neverCheckpoint, records: index < 2 ? 25 : Number.MAX_SAFE_INTEGER },
      }));
      const stop = join(directory, '..', 'stop');
      const writing = writers.map((writer, index) =>
        writer.run({ do: 'addUntil', name: `w${index}`, untilFile: stop }),
      );
      const restorer = await Child.start(directory, { acks: notes[8] ?? '' });
      const rounds = sized(6, 2);
      let replaced: readonly string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = acknowledged(notes).length;
        while (acknowledged(notes).length < before + 40) await new Promise(resolve => setTimeout(resolve, 5));
        replaced = acknowledged(notes.slice(0, 8));
        await restorer.run({ do: 'restore', file: backup });
        // What begins after this is acknowledged after the restore: each writer notes the round it began in.
        writeFileSync(join(directory, '..', 'round'), String(round + 1));
      }
      const before = acknowledged(notes).length;
      while (acknowledged(notes).length < before + 40) await new Promise(resolve => setTimeout(resolve, 5));
      writeFileSync(stop, '');
      await Promise.all(writing);

      const dumps = await Promise.all([...writers, restorer].map(child => child.run<string>({ do: 'dump' })));
      const fresh = openStore(directory);
      expect(new Set([...dumps, await dumpOf(fresh)]).size).toBe(1);
      const titles = new Set(await titlesOf(fresh));
      for (const title of seededTitles) expect(titles).toContain(title);
      const late = acknowledged(notes.slice(0, 8)).filter(line => line.startsWith(`after ${rounds} `));
      expect(late.length).toBeGreaterThan(10);
      expect(late.filter(title => !titles.has(title))).toEqual([]);
      // And what was acknowledged before the last restore is gone, which is what was asked for.
      expect(replaced.length).toBeGreaterThanOrEqual(40);
      expect(replaced.filter(title => titles.has(title))).toEqual([]);
      expect((await fresh.maintenance.check()).problems).toEqual([]);
      const kept = readdirSync(directory).filter(name => /^before-restore\..*\.sqlite$/.test(name));
      expect(kept).toHaveLength(rounds);
      for (const name of kept) {
        expect(askImage(join(directory, name), 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      }
    },
  );
});

describe('a restore', () => {
  let directory = '';
  let backup = '';

  beforeEach(async () => {
    directory = copyOf(await seedStore());
    backup = join(directory, '..', 'backup.sqlite');
    const store = openStore(directory);
    await store.maintenance.backup(backup);
    await addItems(store, ['after the backup']);
    await store.close();
  });

  it('brings back what the backup holds, names what it replaced, and can itself be undone', async () => {
    const store = openStore(directory);
    const { keptAs, generation } = await store.maintenance.restore(backup);
    expect(generation).toBe(3);
    expect(await titlesOf(store)).toEqual(seededTitles);
    expect(askImage(keptAs, 'select count(*) as n from work_items')).toEqual([{ n: 7 }]);
    await addItems(store, ['again']);
    await store.maintenance.restore(keptAs);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'after the backup']);
  });

  it('into a folder without a store makes one', async () => {
    const store = openStore(join(directory, '..', 'another'));
    await store.maintenance.restore(backup);
    expect(await titlesOf(store)).toEqual(seededTitles);
  });

  it('of an older schema is brought up to date by whoever comes next', async () => {
    const { migrations } = await import('../../src/store/migrations/migrations.generated.js');
    const { laterMigrations } = await import('./support/laterMigrations.js');
    const newer = { migrations: [...migrations, ...laterMigrations] };
    const store = openStore(directory, newer);
    const other = openStore(directory, newer);
    expect(await titlesOf(other)).toHaveLength(7);
    await store.maintenance.restore(backup);
    const colours = 'select count(*), colour from work_items group by colour';
    expect((await other.maintenance.query(colours, 5)).rows).toEqual([[6, 'grey']]);
    expect((await store.maintenance.query(colours, 5)).rows).toEqual([[6, 'grey']]);
  });

  it('forgets beats, which would keep claims alive that the backup does not know', async () => {
    const store = openStore(directory);
    await store.heartbeats.put({ workItemId: item, token: 5, until: Date.now() + 60_000 });
    await store.maintenance.restore(backup);
    expect(await store.heartbeats.all()).toEqual(new Map());
  });

  it('goes on in order: events written after it have the numbers after those it replaced', async () => {
    const store = openStore(directory);
    await store.maintenance.restore(backup);
    await addItems(store, ['next']);
    const { rows } = await store.maintenance.query('select id from events order by id', 100);
    // 8 was replaced, 9 tells of the restore.
    expect(rows.map(row => row[0])).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10]);
  });

  it.each([
    [
      'that does not exist',
      () => join(directory, '..', 'nothing'),
      'cannot be read because the file or folder does not exist',
    ],
    [
      'that is no database',
      () => {
        const file = join(directory, '..', 'text');
        writeFileSync(file, 'x'.repeat(5000));
        return file;
      },
      'cannot be restored because it is not an SQLite file',
    ],
    [
      'with a flipped bit',
      () => {
        const bytes = readFileSync(backup);
        bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
        const file = join(directory, '..', 'flipped.sqlite');
        writeFileSync(file, bytes);
        return file;
      },
      'cannot be restored because its checksum does not match, so it was damaged or changed',
    ],
    [
      'that was cut short',
      () => {
        const file = join(directory, '..', 'short.sqlite');
        writeFileSync(file, readFileSync(backup).subarray(0, 30_000));
        return file;
      },
      'cannot be restored because its checksum does not match, so it was damaged or changed',
    ],
    [
      'of another program',
      () => {
        const file = join(directory, '..', 'other.sqlite');
        const database = new DatabaseSync(file);
        database.exec('create table notes (a); insert into notes values (1)');
        database.close();
        return file;
      },
      'cannot be restored because it contains no Stateroom tables',
    ],
    [
      'that somebody gave a trigger',
      () => {
        const file = join(directory, '..', 'forged.sqlite');
        const bytes = readFileSync(backup);
        bytes.writeUInt32BE(0, 68);
        writeFileSync(file, bytes);
        const database = new DatabaseSync(file);
        database.exec(
          'create trigger dice after update on work_items begin update work_items set rank = random() where id = new.id; end',
        );
        database.close();
        return file;
      },
      'cannot be restored because it has a trigger or view (dice), and no backup has one',
    ],
    [
      'whose rows refer to nothing',
      () => {
        const file = join(directory, '..', 'orphans.sqlite');
        const bytes = readFileSync(backup);
        bytes.writeUInt32BE(0, 68);
        writeFileSync(file, bytes);
        const database = new DatabaseSync(file);
        database.exec('pragma foreign_keys = off; delete from repositories');
        database.close();
        return file;
      },
      'cannot be restored because its content is damaged',
    ],
  ])('from a file %s is refused, and nothing is changed', async (_what, make, reason) => {
    const file = make();
    const store = openStore(directory);
    const before = await dumpOf(store);
    const names = readdirSync(directory).filter(name => !name.startsWith('proc.'));
    await expect(store.maintenance.restore(file)).rejects.toMatchObject({
      code: 'INVALID_STATEMENT',
      message: expect.stringContaining(`${file} ${reason}`),
    });
    expect(await dumpOf(store)).toBe(before);
    expect(readdirSync(directory).filter(name => !name.startsWith('proc.'))).toEqual(names);
  });

  it('from a backup of a newer Stateroom is refused with the remedy', async () => {
    const { migrations } = await import('../../src/store/migrations/migrations.generated.js');
    const { laterMigrations } = await import('./support/laterMigrations.js');
    const newer = openStore(join(directory, '..', 'newer'), { migrations: [...migrations, ...laterMigrations] });
    await addItems(newer, ['x']);
    const file = join(directory, '..', 'newer.sqlite');
    await newer.maintenance.backup(file);
    const store = openStore(directory);
    await expect(store.maintenance.restore(file)).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
    expect(await titlesOf(store)).toHaveLength(7);
  });

  it('backup and export refuse a file that exists, and a folder that does not', async () => {
    const store = openStore(directory);
    for (const copy of [
      (file: string) => store.maintenance.backup(file),
      (file: string) => store.maintenance.exportTo(file),
    ]) {
      const before = readFileSync(backup);
      await expect(copy(backup)).rejects.toMatchObject({
        code: 'INVALID_STATEMENT',
        message: `${backup} already exists and was not changed.`,
      });
      expect(readFileSync(backup)).toEqual(before);
      const nowhere = join(directory, 'no', 'such', 'file');
      await expect(copy(nowhere)).rejects.toMatchObject({
        message: `${nowhere} cannot be written because its folder does not exist.`,
      });
    }
  });
});
