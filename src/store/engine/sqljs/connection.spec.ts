import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from './connection.js';
import { loadSqlJs, type SqlJsModule } from './sqlJsModule.js';

const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

describe('a database that grows', () => {
  it('grows into the room behind its image, and beyond it', async () => {
    const module = await loadSqlJs(wasmFile);
    const empty = new Connection(module);
    empty.begin();
    empty.run('create table t (b text)', []);
    empty.commit();
    const image = empty.exportImage();
    empty.close();
    const room = 100 * 1024;
    const memory = Buffer.alloc(image.length + room);
    memory.set(image);
    const connection = new Connection(module, memory.subarray(0, image.length), room);
    for (const kilobytes of [50, 100]) {
      connection.begin();
      connection.run('insert into t values (?)', ['x'.repeat(kilobytes * 1024)]);
      connection.commit();
      expect(memory.includes('xxxx', image.length)).toBe(true);
      expect(connection.integrityProblems()).toEqual([]);
    }
    const grown = new Connection(module, connection.exportImage());
    expect(grown.run('select length(b) / 1024 as kilobytes from t', []).rows.map(row => row.kilobytes)).toEqual([
      50, 100,
    ]);
    grown.close();
    connection.close();
  });
});

describe('export() of the library', () => {
  it('leaves pragmas, prepared statements, functions, temporary tables and hooks as they are', async () => {
    const module = await loadSqlJs(wasmFile);
    const database = new module.Database() as InstanceType<SqlJsModule['Database']> & {
      updateHook(hook: ((operation: string, database: string, table: string, row: number) => void) | null): void;
    };
    const changed: string[] = [];
    database.exec('pragma foreign_keys = on');
    database.exec("create table t (a integer primary key, b text); insert into t values (1, 'one')");
    database.exec('create temp table passing (x); insert into passing values (7)');
    database.create_function('doubled', (value: never) => Number(value) * 2);
    database.updateHook((operation, _database, table, row) => changed.push(`${operation} ${table} ${row}`));
    const statement = database.prepare('select b from t where a = ?');
    statement.bind([1]);
    statement.step();
    statement.reset();

    for (let round = 0; round < 3; round += 1) expect(database.export().length).toBeGreaterThan(0);

    expect(database.exec('pragma foreign_keys')[0]?.values).toEqual([[1]]);
    statement.bind([1]);
    expect(statement.step()).toBe(true);
    expect(statement.get()).toEqual(['one']);
    statement.reset();
    expect(database.exec('select doubled(21)')[0]?.values).toEqual([[42]]);
    expect(database.exec('select x from passing')[0]?.values).toEqual([[7]]);
    database.exec("insert into t values (2, 'two')");
    expect(changed).toEqual(['insert t 2']);
    database.close();
  });

  it('throws while a transaction has written', async () => {
    const module = await loadSqlJs(wasmFile);
    const database = new module.Database();
    database.exec('create table t (a)');
    database.exec('begin; insert into t values (1)');
    expect(() => database.export()).toThrow();
    database.exec('rollback');
    expect(database.export().length).toBeGreaterThan(0);
    database.close();
  });
});

describe('a connection', () => {
  let connection: Connection;

  beforeEach(async () => {
    connection = new Connection(await loadSqlJs(wasmFile));
    connection.begin();
    connection.run('create table t (a integer primary key, b text not null, c blob)', []);
    connection.run('create table child (a integer references t (a))', []);
    connection.commit();
  });
  afterEach(() => connection.close());

  it('refuses a write outside a transaction', () => {
    expect(() => connection.run("insert into t values (1, 'x', null)", [])).toThrow(
      'A write was refused because no transaction is open.',
    );
  });

  it('tells whether the open transaction has changed anything', () => {
    connection.begin();
    connection.run('select * from t', []);
    connection.run('update t set b = ? where a = ?', ['none', 99]);
    expect(connection.hasWritten).toBe(false);
    connection.run('insert into t values (?, ?, ?)', [1, 'one', Uint8Array.of(1, 2)]);
    expect(connection.hasWritten).toBe(true);
    connection.rollback();
    connection.begin();
    expect(connection.hasWritten).toBe(false);
    connection.run('create table other (a)', []);
    expect(connection.hasWritten).toBe(true);
    connection.rollback();
  });

  it('does not commit after a write that failed, even if its caller went on', () => {
    connection.begin();
    connection.run("insert into t values (1, 'x', null)", []);
    expect(() => connection.run("insert into t values (1, 'y', null)", [])).toThrow('UNIQUE');
    expect(() => connection.requireWhole()).toThrow('UNIQUE');
    connection.rollback();
    connection.begin();
    connection.requireWhole();
    connection.rollback();
    expect(connection.run('select count(*) as n from t', []).rows).toEqual([{ n: 0 }]);
  });

  it('watches over foreign keys', () => {
    connection.begin();
    expect(() => connection.run('insert into child values (5)', [])).toThrow('FOREIGN KEY');
    connection.rollback();
  });

  it('answers a query of a person and does not let it write', () => {
    expect(connection.query('select 1 as one, null as none', 10)).toEqual({
      columns: ['one', 'none'],
      rows: [[1, null]],
      truncated: false,
    });
    expect(connection.query('values (1), (2), (3)', 2).truncated).toBe(true);
    expect(() => connection.query('delete from t', 10)).toThrow('Only a single SELECT statement is allowed.');
    expect(() => connection.query('select 1; delete from t', 10)).toThrow('several statements');
    expect(() => connection.query('select nonsense from nowhere', 10)).toThrow('The query is not valid');
  });

  it.each([
    [Number.NaN, 'NaN cannot be stored'],
    [Number.POSITIVE_INFINITY, 'Infinity cannot be stored'],
    [new Date(0), 'type object cannot be stored'],
    [() => 1, 'type function cannot be stored'],
  ])('refuses the parameter %s', (value, reason) => {
    expect(() => connection.run('select ?', [value as never])).toThrow(reason);
  });
});
