import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSearchQuery } from '../../../domain/search/searchQuery.js';
import type { IndexedText, TextIndex } from '../../textIndex.js';
import { loadSqlJs } from './sqlJsModule.js';
import { openTextIndex } from './textIndex.js';

const sqlWasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'text-index-'));
  mkdirSync(join(directory, 'kept'), { mode: 0o700 });
  file = join(directory, 'kept', 'test.index');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = async () => openTextIndex(await loadSqlJs(sqlWasmFile), directory, 'test');
const text = (key: string, title: string, body = '', more: Partial<IndexedText> = {}): IndexedText => ({
  ...{ key, title, body, kind: 'item', status: null, author: null, at: 0 },
  ...more,
});
const keys = (index: TextIndex, query: string, more: object = {}) =>
  index.search({ ...readSearchQuery(query), limit: 10, ...more }).map(({ key }) => key);

describe('an index of texts', () => {
  it('ranks by rarity, frequency, length and title', async () => {
    const index = await open();
    index.put('all', '1', [
      text('long', 'Notes', `A cache ${'and many other words '.repeat(20)}`),
      text('short', 'Notes', 'A cache and few words'),
      text('title', 'The cache', 'Something else entirely'),
      text('twice', 'Notes', 'A cache over the cache of words'),
      text('none', 'Notes', 'Words'),
    ]);
    expect(keys(index, 'caches')).toEqual(['title', 'twice', 'short', 'long']);
    expect(keys(index, 'cache entirely')).toEqual(['title']);
    expect(keys(index, 'cache nowhere')).toEqual([]);
    expect(keys(index, 'entirely few', { anyPhrase: true })).toEqual(['title', 'short']);
    expect(keys(index, '"few words"')).toEqual(['short']);
    expect(keys(index, 'ent', { phrases: [['ent*']] })).toEqual(['title']);
    expect(keys(index, 'cache', { first: ['long', 'missing'] })).toEqual(['long', 'title', 'twice', 'short']);
  });

  it('filters, also without words', async () => {
    const index = await open();
    index.put('all', '1', [
      text('W-1', 'Login', '', { status: 'in_flight', author: 'Codex-4f', at: 1 }),
      text('F-1', 'Login', '', { kind: 'finding', status: 'open', author: 'Robin', at: 2 }),
      text('F-2', 'Login', '', { kind: 'finding', status: 'fixed', author: 'codex', at: 3 }),
    ]);
    expect(keys(index, 'login kind:finding')).toEqual(['F-2', 'F-1']);
    expect(keys(index, 'login status:"in flight"')).toEqual(['W-1']);
    expect(keys(index, 'author:codex')).toEqual(['F-2', 'W-1']);
    expect(keys(index, 'status:open status:fixed kind:finding')).toEqual(['F-2', 'F-1']);
    expect(keys(index, 'author:%')).toEqual([]);
    index.put('more', '1', [
      text('F-3', 'Logout', '', {
        task: 'T-1 w1-login',
        lane: 'L-2 login L-4 login-2',
        path: 'src/login/Form.ts',
        at: 4,
      }),
      text('F-4', 'Logout', '', {
        task: 'T-11 w11-login',
        lane: 'L-22 blog',
        path: 'test/a.ts\nsrc/b/login.css',
        at: 5,
      }),
    ]);
    expect(keys(index, 'task:t-1')).toEqual(['F-3']);
    expect(keys(index, 'task:W11-login')).toEqual(['F-4']);
    expect(keys(index, 'lane:login')).toEqual(['F-3']);
    expect(keys(index, 'lane:L-4 lane:l-22')).toEqual(['F-4', 'F-3']);
    expect(keys(index, 'path:login')).toEqual(['F-4', 'F-3']);
    expect(keys(index, 'path:SRC/login/')).toEqual(['F-3']);
    expect(keys(index, 'path:*.css logout')).toEqual(['F-4']);
    expect(keys(index, 'path:src/*.ts')).toEqual(['F-3']);
    expect(keys(index, 'lane:%')).toEqual([]);
  });

  it('takes the place of what a group had, and finds the parts of names', async () => {
    const index = await open();
    index.put('a', '1', [text('one', 'The workItemTable'), text('two', 'Second')]);
    index.put('b', '1', [text('other', 'Third')]);
    index.put('a', '2', [text('one', 'The laneTable'), text('new', 'Second table')]);
    expect(index.groups()).toEqual(
      new Map([
        ['a', '2'],
        ['b', '1'],
      ]),
    );
    expect(keys(index, 'item')).toEqual([]);
    expect(keys(index, 'table')).toEqual(['new', 'one']);
    expect(keys(index, 'lanetable')).toEqual(['one']);
    index.remove('a');
    expect(keys(index, 'table')).toEqual([]);
    expect(index.size).toBe(1);
  });

  it('forgets words of texts that were changed', async () => {
    const index = await open();
    for (const round of ['first', 'second', 'third']) {
      index.put(
        'a',
        round,
        Array.from({ length: 700 }, (_, at) => text(`k${at}`, `${round} number${at}`)),
      );
    }
    await index.save();
    expect(keys(index, 'first')).toEqual([]);
    expect(keys(index, 'third number699')).toEqual(['k699']);
    const again = await open();
    expect(again.origin).toBe('read');
    expect(keys(again, 'third number699')).toEqual(['k699']);
    expect(readFileSync(file).length).toBeLessThan(300_000);
  });

  it.each([
    ['cut off', (content: Buffer) => content.subarray(0, 5000), 'damaged'],
    ['empty', () => Buffer.alloc(0), 'damaged'],
    ['changed', (content: Buffer) => content.fill(7, 6000, 6010), 'damaged'],
    ['of version 1, which has the folder names of runs', (content: Buffer) => content.fill(1, 63, 64), 'otherVersion'],
    ['of another version', (content: Buffer) => content.fill(99, 63, 64), 'otherVersion'],
  ])('starts empty where the file is %s', async (_, spoil, origin) => {
    const first = await open();
    expect(first.origin).toBe('missing');
    first.put('a', '1', [text('one', 'First')]);
    await first.save();
    expect((await open()).origin).toBe('read');
    writeFileSync(file, spoil(readFileSync(file)));
    const index = await open();
    expect([index.origin, index.size]).toEqual([origin, 0]);
    index.put('a', '1', [text('one', 'First')]);
    await index.save();
    expect(keys(await open(), 'first')).toEqual(['one']);
  });

  it('works where the file cannot be written', async () => {
    rmSync(join(directory, 'kept'), { recursive: true });
    writeFileSync(join(directory, 'kept'), '');
    const index = await open();
    index.put('a', '1', [text('one', 'First')]);
    await index.save();
    expect(keys(index, 'first')).toEqual(['one']);
  });
});
