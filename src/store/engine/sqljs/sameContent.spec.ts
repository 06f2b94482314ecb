import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Connection } from './connection.js';
import { sameContent } from './sameContent.js';
import { loadSqlJs } from './sqlJsModule.js';

const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

let one: Connection;
let other: Connection;

beforeEach(async () => {
  const module = await loadSqlJs(wasmFile);
  one = new Connection(module);
  other = new Connection(module);
});
afterEach(() => {
  one.close();
  other.close();
});

/** Rows whose index gives pages back and takes them again; a transaction ends after every `together` statements. */
function fill(connection: Connection, together: number, seed = 1): void {
  let state = seed * 7919;
  const some = (most: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % most;
  };
  connection.begin();
  connection.run('create table t (a integer primary key, s text, b text)', []);
  connection.run('create index i on t (s, b)', []);
  for (let number = 0; number < 6000; number += 1) {
    if (number % together === together - 1) {
      connection.commit();
      connection.begin();
    }
    if (number < 1500) connection.run('insert into t values (?, ?, ?)', [number, 'pending', `x${some(100_000)}`]);
    else connection.run('update t set s = ? where a = ?', [['in_flight', 'done'][some(2)] ?? '', some(1500)]);
  }
  connection.commit();
}

it.each([2, 3, 6, 8])(
  'holds for the same statements in other transactions, whose pages keep other leftovers: seed %i',
  seed => {
    fill(one, 1, seed);
    fill(other, 100_000, seed);
    expect(Buffer.from(one.exportImage()).equals(Buffer.from(other.exportImage()))).toBe(false);
    expect(sameContent(one, other)).toBe(true);
  },
);

it.each([
  ['a cell', "update t set b = 'else' where a = 77"],
  ['a type', 'update t set b = 5 where a = 77'],
  ['a row less', 'delete from t where a = 1499'],
  ['a row more', "insert into t values (9999, 's', 'b')"],
  ['the schema', 'create index more on t (b)'],
])('does not hold when %s differs', (_, sql) => {
  fill(one, 50);
  fill(other, 50);
  expect(sameContent(one, other)).toBe(true);
  other.begin();
  other.run(sql, []);
  other.commit();
  expect([sameContent(one, other), sameContent(other, one)]).toEqual([false, false]);
});
