import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from './connection.js';
import { loadSqlJs, type SqlJsModule } from './sqlJsModule.js';
import { lintStatement } from './statementLint.js';

vi.mock('./statementLint.js', async original => {
  const real = await original<typeof import('./statementLint.js')>();
  return { ...real, lintStatement: vi.fn(real.lintStatement) };
});

const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

describe('the lint of statements', () => {
  it('reads each text once for all connections, and keeps none that is long', async () => {
    const module = await loadSqlJs(wasmFile);
    const [one, other] = [new Connection(module), new Connection(module)];
    const long = `select ${'1'.padStart(5000, '0')} as a`;
    vi.mocked(lintStatement).mockClear();
    for (const connection of [one, other]) {
      expect(connection.run('select 1 as a', []).rows).toEqual([{ a: 1 }]);
      expect(connection.run(long, []).rows).toEqual([{ a: 1 }]);
    }
    expect(vi.mocked(lintStatement).mock.calls).toEqual([['select 1 as a'], [long], [long]]);
    one.close();
    other.close();
  });
});

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

  it('records what changed rows and nothing else, in order', () => {
    connection.begin();
    connection.run('insert into t values (?, ?, ?)', [1, 'one', Uint8Array.of(1, 2)]);
    connection.run('select * from t', []);
    connection.run('update t set b = ? where a = ?', ['none', 99]);
    connection.run('insert into t values (?, ?, ?) on conflict do nothing', [1, 'again', null]);
    connection.run('update t set b = ?', ['uno']);
    expect(connection.recorded()).toEqual([
      ['insert into t values (?, ?, ?)', [1, 'one', Uint8Array.of(1, 2)], 1],
      ['update t set b = ?', ['uno'], 1],
    ]);
    connection.rollback();
  });

  it('does not commit after a write that failed, even if its caller went on', () => {
    connection.begin();
    connection.run("insert into t values (1, 'x', null)", []);
    expect(() => connection.run("insert into t values (1, 'y', null)", [])).toThrow('UNIQUE');
    expect(() => connection.recorded()).toThrow('UNIQUE');
    connection.rollback();
    connection.begin();
    expect(connection.recorded()).toEqual([]);
    connection.rollback();
    expect(connection.run('select count(*) as n from t', []).rows).toEqual([{ n: 0 }]);
  });

  it('watches over foreign keys', () => {
    connection.begin();
    expect(() => connection.run('insert into child values (5)', [])).toThrow('FOREIGN KEY');
    connection.rollback();
  });

  it('says false when a replayed statement changes another number of rows than it did first', () => {
    connection.begin();
    expect(connection.replay([["insert into t values (1, 'x', null)", [], 1]])).toBe(true);
    expect(connection.replay([['update t set b = ?', ['z'], 2]])).toBe(false);
    connection.rollback();
  });

  it('tells its content exactly: schema, types and every digit, and nothing that a page keeps of rows that are gone', () => {
    connection.begin();
    connection.run('insert into t values (?, ?, ?)', [9007199254740993n, "it's", Uint8Array.of(1, 2)]);
    connection.run('create table "odd ""name" (n, "a b")', []);
    connection.run('insert into "odd ""name" values (1, null)', []);
    connection.run('insert into "odd ""name" values (1.0, ?)', ['1']);
    connection.commit();
    connection.begin();
    connection.run('insert into t values (2, ?, null)', ['gone']);
    connection.run('delete from t where a = 2', []);
    connection.commit();
    expect([...connection.content()]).toEqual([
      '["table","child","CREATE TABLE child (a integer references t (a))"]',
      '["table","odd \\"name","CREATE TABLE \\"odd \\"\\"name\\" (n, \\"a b\\")"]',
      '["table","t","CREATE TABLE t (a integer primary key, b text not null, c blob)"]',
      'odd "name 1,NULL',
      "odd \"name 1.0,'1'",
      "t 9007199254740993,'it''s',X'0102'",
    ]);
  });

  it('lets no image bring chance along: its own functions stand in for those of the library', async () => {
    const module = await loadSqlJs(wasmFile);
    const forged = new module.Database();
    forged.exec('create table dice (n default (random()), b default (randomblob(4)), t)');
    forged.exec('create table clock (at default current_timestamp, t)');
    const from = new Connection(module, forged.export());
    forged.close();
    from.begin();
    expect(() => from.run('insert into dice (t, b) values (1, 1)', [])).toThrow('random would differ');
    expect(() => from.run('insert into dice (t, n) values (1, 1)', [])).toThrow('randomblob would differ');
    from.rollback();
    from.close();
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
