import { expect, it } from 'vitest';
import { kindOfStatement } from './statementKind.js';

it.each([
  'insert into events (id, ts) values (?, ?)',
  "update t set title = 'it''s; about begin (not a command)' where id = ?",
  'with due as (select id from t) delete from t where id in (select id from due)',
  'with due as (select id from t) replace  into t select id from due',
  'alter table t add column "current" text;',
  'explain select 1',
])('takes as a write: %s', sql => {
  expect(kindOfStatement(sql)).toBe('write');
});

it.each([
  'select count(*) from t where created_at > ? limit 5',
  'values (1), (2)',
  "with a as (select replace(title, 'x', 'y') as t from work_items) select t from a; \n",
  "with a as (select 'delete' as t, [insert] from work_items) select `update` from a",
  '/* all of it; */ select * from t -- ; delete from t',
])('takes as a read: %s', sql => {
  expect(kindOfStatement(sql)).toBe('read');
});

it.each([
  ['PRAGMA query_only = OFF', 'PRAGMA is not allowed in a transaction'],
  ['/* first */ commit', 'COMMIT is not allowed in a transaction'],
  ["attach 'other' as other", 'ATTACH is not allowed in a transaction'],
  ['select 1; delete from t', 'it contains several statements'],
  ["select ';'; select 2", 'it contains several statements'],
])('refuses %s', (sql, reason) => {
  expect(() => kindOfStatement(sql)).toThrow(reason);
});
