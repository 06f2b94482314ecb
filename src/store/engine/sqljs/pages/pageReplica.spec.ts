import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../platform/log.js';
import { loadSqlJs, type SqlJsModule } from '../sqlJsModule.js';
import { realFileSystem, type StoreFileSystem } from '../storeFileSystem.js';
import { beginPages } from './checkpointPages.js';
import { PageReplica } from './pageReplica.js';

const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const schema = 1;

describe('a replica of pages', () => {
  let directory: string;
  let module: SqlJsModule;
  const opened: PageReplica[] = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pages-'));
    module = await loadSqlJs(wasmFile);
    beginPages(directory, realFileSystem);
  });

  afterEach(async () => {
    for (const replica of opened.splice(0)) replica.close();
    await rm(directory, { recursive: true });
  });

  const options = () => ({
    directory,
    files: realFileSystem,
    module,
    schemaVersion: schema,
    log: silentLog,
    isFree: false,
  });
  function open(): PageReplica {
    const replica = PageReplica.open(options());
    if (replica === undefined) throw new Error('no store');
    opened.push(replica);
    return replica;
  }
  const write = async (replica: PageReplica, sql: string, ...values: (string | number)[]): Promise<boolean> => {
    const done = await replica.commit(async () => {
      replica.connection.run(sql, values);
    }, schema);
    return done !== undefined;
  };
  const rows = (replica: PageReplica): unknown[] => {
    replica.catchUp();
    return replica.connection
      .run('select id, text from notes order by id', [])
      .rows.map(({ id, text }) => `${id} ${text}`);
  };
  const table = 'create table notes (id integer primary key, text text not null)';
  const insert = 'insert into notes (id, text) values (?, ?)';

  it('keeps what it commits, and shows it to others', async () => {
    const one = open();
    expect(await write(one, table)).toBe(true);
    expect(await write(one, insert, 1, 'first')).toBe(true);
    const other = open();
    expect(rows(other)).toEqual(['1 first']);
    expect(await write(other, insert, 2, 'second')).toBe(true);
    expect(rows(one)).toEqual(['1 first', '2 second']);
    expect(rows(open())).toEqual(['1 first', '2 second']);
  });

  it('takes back what came after a commit of another, and runs it again on that', async () => {
    const one = open();
    await write(one, table);
    const other = open();
    await write(one, insert, 1, 'first');
    expect(await write(other, insert, 1, 'also first')).toBe(false);
    expect(rows(other)).toEqual(['1 first']);
    expect(await write(other, insert, 2, 'second')).toBe(true);
    expect(rows(one)).toEqual(['1 first', '2 second']);
  });

  it('lets one of two that make the very same change be first', async () => {
    const one = open();
    await write(one, table);
    const other = open();
    expect(await write(one, insert, 1, 'mine')).toBe(true);
    expect(await write(other, insert, 1, 'mine')).toBe(false);
  });

  it('takes back what a failed callback wrote', async () => {
    const one = open();
    await write(one, table);
    await expect(
      one.commit(async () => {
        one.connection.run(insert, [1, 'never']);
        throw new Error('no');
      }, schema),
    ).rejects.toThrow('no');
    expect(rows(one)).toEqual([]);
    expect(await write(one, insert, 1, 'first')).toBe(true);
    expect(rows(open())).toEqual(['1 first']);
  });

  it('opens although others begin new logs while it looks for lost ones, and remove the one that it reads', async () => {
    const one = open();
    await write(one, table);
    await write(one, insert, 1, 'first');
    const states: string[] = [];
    for (const checkpoints of [1, 3]) {
      const state = `${directory}-${checkpoints}`;
      states.push(state);
      await cp(states.at(-2) ?? directory, state, { recursive: true });
      const later = PageReplica.open({ ...options(), directory: state });
      for (let made = states.length; made <= checkpoints; made += 1) {
        expect(await later?.checkpoint(schema)).toBe(true);
        if (later !== undefined) await write(later, insert, made + 1, `after ${made}`);
      }
      later?.close();
    }
    const [sealed = '', swept = ''] = states;
    let listings = 0;
    let later: number | undefined;
    const become = (state: string): void => {
      const names = readdirSync(state);
      for (const name of names) copyFileSync(join(state, name), join(directory, name));
      for (const name of readdirSync(directory)) if (!names.includes(name)) rmSync(join(directory, name));
    };
    const files: StoreFileSystem = {
      ...realFileSystem,
      readdirSync: ((path: string) => {
        listings += 1;
        if (listings === 2) become(sealed);
        return realFileSystem.readdirSync(path);
      }) as StoreFileSystem['readdirSync'],
      openSync: (...args) => {
        const handle = realFileSystem.openSync(...args);
        if (basename(String(args[0])).startsWith('log.00000002')) later = handle;
        return handle;
      },
      readSync: ((handle: number, bytes: Buffer, offset: number, length: number, position: number) => {
        const count = realFileSystem.readSync(handle, bytes, offset, length, position);
        if (listings === 2 && handle === later) become(swept);
        return count;
      }) as StoreFileSystem['readSync'],
    };
    const reader = PageReplica.open({ ...options(), files });
    if (reader === undefined) throw new Error('no store');
    opened.push(reader);
    expect(listings).toBeGreaterThan(2);
    expect(reader.damage).toBeUndefined();
    expect(rows(reader)).toEqual(['1 first', '2 after 1', '3 after 2', '4 after 3']);
    for (const state of states) await rm(state, { recursive: true });
  });

  it('goes on in a new log after a checkpoint, which others follow', async () => {
    const one = open();
    const other = open();
    await write(one, table);
    for (let id = 1; id <= 5; id += 1) {
      await write(one, insert, id, `from ${id}`);
      expect(await one.checkpoint(schema)).toBe(true);
    }
    expect(rows(other)).toEqual(['1 from 1', '2 from 2', '3 from 3', '4 from 4', '5 from 5']);
    expect(await write(other, insert, 6, 'from other')).toBe(true);
    expect(rows(one)).toHaveLength(6);
    expect(rows(open())).toHaveLength(6);
    expect(one.position.generation).toBe(6);
    expect((await readdir(directory)).filter(name => name.startsWith('base'))).toEqual([
      'base.00000005',
      'base.00000006',
    ]);
  });

  it('sees in a kept statement the columns that another has added', async () => {
    const one = open();
    await write(one, table);
    await write(one, insert, 1, 'first');
    const other = open();
    const all = () => other.connection.run('select * from notes', []).rows;
    expect(all()).toEqual([{ id: 1, text: 'first' }]);
    await write(one, 'alter table notes add column mark text');
    other.catchUp();
    expect(all()).toEqual([{ id: 1, text: 'first', mark: null }]);
  });

  it('says that a commit is written before it is flushed, and how long the flush before took', async () => {
    const said: string[] = [];
    const flushed = (handle: number): void => {
      said.push('flushed');
      realFileSystem.fdatasyncSync(handle);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    };
    const replica = PageReplica.open({
      ...options(),
      files: { ...realFileSystem, fdatasyncSync: flushed },
      whenWritten: ms => said.push(ms >= 20 ? 'written after a slow flush' : 'written'),
    });
    if (replica === undefined) throw new Error('no store');
    opened.push(replica);
    await write(replica, table);
    await write(replica, insert, 1, 'first');
    expect(said).toEqual(['written', 'flushed', 'written after a slow flush', 'flushed']);
    // Others must not seal the next log while this one writes its base.
    await replica.checkpoint(schema);
    expect(said.slice(4)).toEqual(['flushed']);
  });

  it('flushes in the background first and after a slow flush, where the thread must not block', async () => {
    const flushed: string[] = [];
    let wait = 0;
    const sleep = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    const replica = PageReplica.open({
      ...options(),
      isFree: true,
      files: {
        ...realFileSystem,
        fdatasync: ((_handle, done) => {
          flushed.push('background');
          sleep();
          done(null);
        }) as typeof realFileSystem.fdatasync,
        fdatasyncSync: () => {
          flushed.push('at once');
          sleep();
        },
      },
    });
    if (replica === undefined) throw new Error('no store');
    opened.push(replica);
    await write(replica, table);
    await write(replica, insert, 1, 'quick');
    wait = 20;
    await write(replica, insert, 2, 'slow');
    wait = 0;
    await write(replica, insert, 3, 'after the slow one');
    await write(replica, insert, 4, 'quick again');
    expect(flushed).toEqual(['background', 'at once', 'at once', 'background', 'at once']);
  });

  it('holds more than one page, in a database that is larger than its cache', async () => {
    const one = open();
    await write(one, table);
    const long = 'x'.repeat(3000);
    await one.commit(async () => {
      for (let id = 1; id <= 4000; id += 1) one.connection.run(insert, [id, long + id]);
    }, schema);
    expect(await one.checkpoint(schema)).toBe(true);
    const other = open();
    expect(other.pages.count).toBeGreaterThan(3000);
    expect(other.connection.run('select count(*) as n, sum(length(text)) as l from notes', []).rows).toEqual([
      { n: 4000, l: 4000 * 3000 + 9 + 180 + 2700 + 12_004 },
    ]);
    await write(one, "update notes set text = 'short' where id % 100 = 0");
    other.catchUp();
    expect(other.connection.run("select count(*) as n from notes where text = 'short'", []).rows).toEqual([{ n: 40 }]);
    expect(other.connection.integrityProblems()).toEqual([]);
    await other.checkpoint(schema);
    expect(open().connection.integrityProblems()).toEqual([]);
  });
});
