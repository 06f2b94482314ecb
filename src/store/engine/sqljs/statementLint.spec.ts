import { describe, expect, it } from 'vitest';
import { lintStatement } from './statementLint.js';

describe('what may be replayed', () => {
  it.each([
    'insert into events (id, ts) values (?, ?)',
    'insert into t (a) values (1) on conflict (a) do update set a = excluded.a returning a',
    "update t set title = 'it''s about now and random (not a call)' where id = ?",
    'with due as (select id from t) delete from t where id in (select id from due)',
    'update t set a = (select b from u order by b, id limit 1)',
    "create table t (a text not null default 'none', b integer generated always as (length(a)) stored)",
    'create trigger t_changed after update on t begin update u set n = n + 1; insert into log values (new.a); end',
    'create trigger t_case after update on t begin update u set n = case when n > 1 then 1 else 2 end; end;',
    'alter table t add column "current" text',
    'drop index if exists changes',
  ])('takes as a write: %s', sql => {
    expect(lintStatement(sql)).toBe('write');
  });

  it.each([
    'select count(*) from t where created_at > ? limit 5',
    "select date(ts / 1000, 'unixepoch') as day from events group by day",
    "select strftime('%Y-%W', ts / 1000, 'unixepoch') from events",
    'values (1), (2)',
    "with a as (select replace(title, 'x', 'y') as t from work_items) select t from a;",
    '/* all of it */ select * from t -- random()',
  ])('takes as a read: %s', sql => {
    expect(lintStatement(sql)).toBe('read');
  });
});

describe('what no process may be asked to replay', () => {
  it.each([
    ['insert into t values (random())', 'random() returns a different value in each process'],
    ['insert into t values (RANDOM ( ))', 'random() returns a different value in each process'],
    ['insert into t values ("random"())', 'random() returns a different value in each process'],
    ['insert into t values (random/* here */())', 'random() returns a different value in each process'],
    ['update t set a = randomblob(16)', 'randomblob() returns a different value in each process'],
    ['update t set a = last_insert_rowid()', 'last_insert_rowid() returns a different value in each process'],
    ['update t set a = changes()', 'changes() returns a different value in each process'],
    ['update t set a = total_changes()', 'total_changes() returns a different value in each process'],
    ['update t set a = sqlite_version()', 'sqlite_version() returns a different value in each process'],
    [
      'insert into t select * from pragma_data_version()',
      'pragma_data_version() returns a different value in each process',
    ],
    ['insert into t values (CURRENT_TIMESTAMP)', 'CURRENT_TIMESTAMP depends on the clock'],
    ['insert into t values (current_date)', 'current_date depends on the clock'],
    ['insert into t values (current_time)', 'current_time depends on the clock'],
    ["update t set a = datetime('now')", 'datetime() may depend on the clock; pass the time as a parameter'],
    ["update t set a = 'NOW'", "'now' depends on the clock"],
    ['update t set a = "now"', "'now' depends on the clock"],
    ['update t set a = date()', 'date() may depend on the clock; pass the time as a parameter'],
    ['update t set a = date(?)', 'date() may depend on the clock; pass the time as a parameter'],
    ["update t set a = unixepoch('subsec')", 'unixepoch() may depend on the clock; pass the time as a parameter'],
    ["update t set a = julianday('n' || 'ow')", 'julianday() may depend on the clock; pass the time as a parameter'],
    ['pragma user_version = 3', 'PRAGMA is not allowed in a transaction'],
    ["attach 'other' as other", 'ATTACH is not allowed in a transaction'],
    ['vacuum', 'VACUUM is not allowed in a transaction'],
    ['commit', 'COMMIT is not allowed in a transaction'],
    ['savepoint a', 'SAVEPOINT is not allowed in a transaction'],
    [
      'create table t (a references u deferrable initially deferred)',
      'a deferred constraint could fail a commit that is already on disk',
    ],
    ['insert into t values (1); drop table t', 'it contains several statements'],
    ['create table t (a); create table u (a)', 'it contains several statements'],
    [
      'create trigger a after insert on t begin select 1; end; create trigger b after insert on t begin select 1; end',
      'it contains several statements',
    ],
    ['delete from t where id in (select id from t limit 1)', 'LIMIT in a write needs an ORDER BY on a unique key'],
    ['insert into t select * from u limit 5', 'LIMIT in a write needs an ORDER BY on a unique key'],
    ['insert or rollback into t values (1)', 'ROLLBACK leaves a transaction half done'],
    ['update or fail t set a = 1', 'FAIL leaves a transaction half done'],
    ['create table t (a unique on conflict rollback)', 'ROLLBACK leaves a transaction half done'],
  ])('%s', (sql, reason) => {
    expect(() => lintStatement(sql)).toThrow(`A statement was refused because ${reason}.`);
  });

  it.each([
    'create table t (id text default (random()))',
    'create table t (at integer default current_timestamp)',
    "create table t (at text default (datetime('now')))",
    "create table t (at real default (julianday('subsec')))",
    'alter table t add column at text default CURRENT_DATE',
    "create table t (a, b generated always as (date(a, 'now')) virtual)",
    'create table t (a, b generated always as (randomblob(4)) stored)',
    'create trigger a after insert on t begin update t set a = random() where id = new.id; end',
    'create trigger a after insert on t begin insert into log values (current_timestamp); end',
    "create trigger a after insert on t begin select raise(rollback, 'no'); end",
    'create trigger a after insert on t begin delete from u where id in (select id from u limit 1); end',
    'create view v as select random() as chance',
    'create index i on t (datetime())',
  ])('hidden in a definition: %s', sql => {
    expect(() => lintStatement(sql)).toThrow('A statement was refused because');
  });

  it.each([
    "select datetime('now')",
    'select unixepoch()',
    "select strftime('%s')",
    "select date('subsec')",
    'select random()',
  ])('nor a read whose answer may be written: %s', sql => {
    expect(() => lintStatement(sql)).toThrow('A statement was refused because');
  });
});
