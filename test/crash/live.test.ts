import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PageReplica } from '../../src/store/engine/sqljs/pages/pageReplica.js';
import { loadSqlJs } from '../../src/store/engine/sqljs/sqlJsModule.js';
import { realFileSystem } from '../../src/store/engine/sqljs/storeFileSystem.js';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { askImage } from './support/askImage.js';
import { Child } from './support/child.js';
import { FaultyFiles } from './support/faultyFiles.js';
import { KeptLog, neverCheckpoint, openStore, wasmFile } from './support/openStore.js';
import { PagesPlace, recordOf } from './support/plantedStore.js';
import { isLogRecord, markerOf, newestLog, newestNumber, readLog } from './support/rawLog.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';

/** Every row of every table in an image, read by another SQLite. Its bytes depend on where each process' transactions ended. */
function rowsOf(file: string): string {
  const tables = askImage(file, "select name, sql from sqlite_master where type = 'table' order by name");
  expect(tables.length).toBeGreaterThan(10);
  return JSON.stringify(tables.map(({ name, sql }) => [sql, askImage(file, `select * from "${name}" not indexed`)]));
}

async function openReplica(directory: string): Promise<PageReplica> {
  const replica = PageReplica.open({
    directory,
    files: realFileSystem,
    module: await loadSqlJs(wasmFile),
    schemaVersion: Math.max(...migrations.map(({ version }) => version)),
    log: new KeptLog(),
    isFree: false,
  });
  if (replica === undefined) throw new Error('there is no store');
  return replica;
}

describe('a reader', () => {
  it('sees every acknowledged commit of another process in its next query', async () => {
    const directory = copyOf(await seedStore());
    const writer = await Child.start(directory, { checkpoint: { ...neverCheckpoint, records: 60 } });
    const reader = await Child.start(directory, { mode: 'sync' });
    const here = openStore(directory);
    const rounds = sized(1000, 150);
    for (let round = 0; round < rounds; round += 1) {
      await writer.run({ do: 'add', titles: [`round ${round}`] });
      const sql = `select count(*) from work_items where title = 'round ${round}'`;
      const [there, mine] = await Promise.all([reader.run({ do: 'query', sql }), here.maintenance.query(sql, 1)]);
      expect(there, `round ${round}`).toEqual([[1]]);
      expect(mine.rows, `round ${round}`).toEqual([[1]]);
    }
    expect(newestNumber(directory)).toBeGreaterThan(3);
  });

  it('sees nothing of a commit that is still being written, and all of it afterwards', async () => {
    const directory = copyOf(await seedStore());
    const replica = await openReplica(directory);
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    await titlesOf(store);
    const titles = () => replica.connection.run('select title from work_items order by number', []).rows;
    let halves = 0;
    faulty.arm((call, real) => {
      const [handle, bytes] = call.args as [number, Buffer];
      if (call.name !== 'writeSync' || !isLogRecord(bytes)) return real();
      // In pieces, as a reader may come upon them.
      for (let at = 0; at < bytes.length; at += 50) {
        writeSync(handle, bytes, at, Math.min(50, bytes.length - at));
        replica.catchUp();
        if (at + 50 < bytes.length) {
          halves += 1;
          expect(titles()).toHaveLength(seededTitles.length);
          // What is half written is no damage.
          expect(replica.damage).toBeUndefined();
        }
      }
      return bytes.length;
    });
    await addItems(store, ['seven']);
    faulty.disarm();
    expect(halves).toBeGreaterThan(5);
    expect(titles().at(-1)).toEqual({ title: 'seven' });
    expect(replica.damage).toBeUndefined();
    replica.close();
  });

  it('that has slept through three generations catches up', async () => {
    const directory = copyOf(await seedStore());
    const sleeper = openStore(directory);
    expect(await titlesOf(sleeper)).toEqual(seededTitles);
    const other = openStore(directory);
    const titles = [...seededTitles];
    for (const title of ['seven', 'eight', 'nine']) {
      await addItems(other, [title]);
      await other.maintenance.compact();
      titles.push(title);
    }
    await addItems(other, ['ten']);
    expect(newestNumber(directory)).toBe(5);
    // The sleeper's own generation is gone.
    expect(readdirSync(directory).filter(name => /^log\.00000002\./.test(name))).toEqual([]);
    expect(await titlesOf(sleeper)).toEqual([...titles, 'ten']);
    await addItems(sleeper, ['eleven']);
    expect(await titlesOf(other)).toEqual([...titles, 'ten', 'eleven']);
  });

  it('is not kept from reading while a generation is made, again and again, by several at once', async () => {
    const directory = copyOf(await seedStore());
    const children = await Child.startAll(4, directory);
    const rounds = sized(25, 6);
    await Promise.all(
      children.map(async (child, index) => {
        for (let round = 0; round < rounds; round += 1) {
          await child.run({ do: 'add', titles: [`${index} ${round}`] });
          await child.run({ do: 'compact' });
          expect(
            await child.run({ do: 'query', sql: `select title from work_items where title = '${index} ${round}'` }),
          ).toEqual([[`${index} ${round}`]]);
        }
      }),
    );
    const fresh = openStore(directory);
    expect(await titlesOf(fresh)).toHaveLength(seededTitles.length + 4 * rounds);
    expect((await fresh.maintenance.check()).problems).toEqual([]);
    // Two of each kind, and the sums of two images. What the last but one has made too late goes with the next checkpoint.
    await fresh.maintenance.compact();
    const pattern = /^(base|log|image|pages|draft)\./;
    expect(readdirSync(directory).filter(name => pattern.test(name))).toHaveLength(8);
  });
});

describe('memory', () => {
  it('holds the same rows in four live processes and a fresh one after thousands of mixed commits', async () => {
    const directory = copyOf(await seedStore());
    const children = await Child.startAll(4, directory, index => ({
      mode: index % 2 === 0 ? 'sync' : 'async',
      // One of them begins a new generation now and then, by its own commits alone; the others go along.
      checkpoint: { ...neverCheckpoint, records: index === 0 ? sized(400, 100) : Number.MAX_SAFE_INTEGER },
    }));
    const total = sized(5000, 600);
    await Promise.all(children.map((child, index) => child.run({ do: 'mix', name: `m${index}`, count: total / 4 })));
    const fresh = await Child.start(directory);
    const files = [...children, fresh].map((_, index) => join(directory, '..', `image ${index}.sqlite`));
    await Promise.all(
      [...children, fresh].map((child, index) => child.run({ do: 'export', file: files[index] ?? '' })),
    );
    expect(new Set(files.map(rowsOf)).size).toBe(1);
    for (const child of children) expect(await child.run({ do: 'check' })).toMatchObject({ ok: true, problems: [] });
    expect(newestNumber(directory)).toBeGreaterThan(2);
  });

  it('is not written into a snapshot once it turned out to be wrong', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    const other = openStore(directory);
    await addItems(store, ['seven']);
    await other.maintenance.compact();
    await addItems(other, ['eight']);
    expect((await store.maintenance.check()).problems).toEqual([]);
    expect(await dumpOf(store)).toBe(await dumpOf(other));
  });

  it('that differs from the disk in one row is reported by check and reloaded', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    await addItems(store, ['right']);
    // No one but a fault does this: the image is another one now, and as whole as before.
    new PagesPlace(directory, '').image(image => {
      image.set(Buffer.from(image.toString('latin1').replaceAll('three', 'wrong'), 'latin1'));
    });
    expect((await store.maintenance.check()).problems).toEqual([
      'Memory and disk differ at the same commit; the state on disk is used.',
    ]);
    expect(await titlesOf(store)).toContain('wrong');
    expect((await store.maintenance.check()).problems).toEqual([]);
  });

  it('is loaded again when the last commit was exchanged for another of the same length', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    await addItems(store, ['right']);
    const path = newestLog(directory);
    const last = readLog(path).at(-1);
    if (last === undefined) throw new Error('there is no record');
    const body = Buffer.from(last.body.toString('latin1').replaceAll('right', 'wrong'), 'latin1');
    const { kind, schema, prevCrc: crc } = last;
    const forged = recordOf(markerOf(path), { kind, schema, seq: BigInt(last.seq), crc, body });
    expect(forged.length).toBe(last.end - last.start);
    writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, last.start), forged]));
    expect(await titlesOf(store)).toEqual([...seededTitles, 'wrong']);
    await addItems(store, ['next']);
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'wrong', 'next']);
  });
});

describe('one process', () => {
  it('lets nobody else’s read in between the statements of a transaction, nor a callback write into the next one', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    const wayward = store.transaction(async transaction => {
      await transaction.workItems.takeNumbers(1);
      await new Promise(resolve => setTimeout(resolve, 30));
      await transaction.workItems.takeNumbers(1000);
    });
    await expect(wayward).rejects.toThrow(
      'A transaction callback awaited something other than its transaction; it was rolled back.',
    );
    // By the time the wayward callback continues, other transactions of this process are in progress.
    for (let index = 0; index < 40; index += 1) {
      await addItems(store, [`calm ${index}`]);
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    const { rows } = await store.maintenance.query('select max(number), count(*) from work_items', 1);
    expect(rows).toEqual([[46, 46]]);
  });

  it('rolls back what a callback threw away, with its event, and goes on', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    const before = await dumpOf(store);
    const log = newestLog(directory);
    const size = readFileSync(log).length;
    await expect(
      store.transaction(async transaction => {
        await transaction.workItems.takeNumbers(3);
        throw new Error('on second thoughts');
      }),
    ).rejects.toThrow('on second thoughts');
    expect(await dumpOf(store)).toBe(before);
    expect(readFileSync(log).length).toBe(size);
  });

  it('refuses a transaction that is too large for one record and keeps nothing of it', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    const before = await dumpOf(store);
    const large = 'x'.repeat(1_000_000);
    // Each title is in the row and in its event.
    await expect(
      addItems(
        store,
        Array.from({ length: 26 }, () => large),
      ),
    ).rejects.toMatchObject({
      code: 'TRANSACTION_TOO_LARGE',
      message: 'The change needs 49.8 MB; a transaction can have at most 48 MB.',
    });
    expect(await dumpOf(store)).toBe(before);
    await addItems(store, ['next']);
  });

  it('answers everything that was asked before it was closed, and refuses the rest', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory, { checkpoint: { ...neverCheckpoint, closeRecords: 0 } });
    const before = Array.from({ length: 5 }, (_, index) => addItems(store, [`before ${index}`]));
    // Compacting is several steps: it may be in the middle of them.
    const compacting = store.maintenance.compact().catch((error: { code: string }) => error.code);
    const closing = store.close();
    const again = store.close();
    await Promise.all([...before, closing, again]);
    expect(['STORE_CLOSED', 'object']).toContain(typeof (await compacting) === 'object' ? 'object' : await compacting);
    await expect(addItems(store, ['after'])).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    expect(await titlesOf(openStore(directory))).toHaveLength(seededTitles.length + 5);
    expect(readdirSync(directory).filter(name => name.startsWith('proc.'))).toEqual([]);
  });
});
