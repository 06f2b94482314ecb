import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askImage } from './support/askImage.js';
import { openStore } from './support/openStore.js';
import { namesOf, newestNumber } from './support/rawLog.js';
import { addItems, claimItem } from './support/rows.js';
import { tempFolder } from './support/tempFolder.js';

const question = 'select number, title, status, owner from work_items order by number';
const integrity = 'pragma integrity_check';

async function compactedStore(): Promise<string> {
  const directory = join(tempFolder('plain'), 'store');
  const store = openStore(directory);
  await addItems(store, ['Fix the login', 'Größer – naïve 🚢', 'it\'s "quoted"']);
  await claimItem(store, 'ann', 2);
  const { snapshotFile, generation } = await store.maintenance.compact();
  expect(generation).toBe(newestNumber(directory));
  const images = namesOf(directory, 'image').filter(name => name.endsWith('.sqlite'));
  expect(images.map(name => join(directory, name))).toEqual([snapshotFile]);
  await store.close();
  return snapshotFile;
}

const rows = [
  [1, 'Fix the login', 'pending', null],
  [2, 'Größer – naïve 🚢', 'in_flight', 'ann'],
  [3, 'it\'s "quoted"', 'pending', null],
];

const hasTool = spawnSync('sqlite3', ['--version']).status === 0;
const hasPython = spawnSync('python3', ['-c', 'import sqlite3']).status === 0;

describe('the image is plain SQLite', () => {
  it('for the SQLite that comes with Node', async () => {
    const file = await compactedStore();
    expect(askImage(file, integrity)).toEqual([{ integrity_check: 'ok' }]);
    expect(askImage(file, question).map(row => Object.values(row))).toEqual(rows);
    expect(askImage(file, 'select type, count(*) as n from events group by type order by type')).toEqual([
      { type: 'work_item_claimed', n: 1 },
      { type: 'work_item_created', n: 3 },
    ]);
  });

  it('for the sqlite3 command', async context => {
    if (!hasTool) return context.skip('no sqlite3 command on this machine');
    const file = await compactedStore();
    const ask = (sql: string) => spawnSync('sqlite3', ['-json', '-readonly', file, sql], { encoding: 'utf8' }).stdout;
    expect(JSON.parse(ask(integrity))).toEqual([{ integrity_check: 'ok' }]);
    expect((JSON.parse(ask(question)) as object[]).map(row => Object.values(row))).toEqual(rows);
  });

  it('for Python’s sqlite3', async context => {
    if (!hasPython) return context.skip('no python3 with sqlite3 on this machine');
    const file = await compactedStore();
    const script =
      'import json,sqlite3,sys;print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))';
    const ask = (sql: string): unknown =>
      JSON.parse(spawnSync('python3', ['-c', script, file, sql], { encoding: 'utf8' }).stdout);
    expect(ask(integrity)).toEqual([['ok']]);
    expect(ask(question)).toEqual(rows);
  });
});
