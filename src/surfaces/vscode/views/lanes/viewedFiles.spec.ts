import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import { ViewedFiles, viewedKey } from './viewedFiles.js';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'stateroom-viewed-')), 'viewed');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const file: ChangedFile = { path: 'src/a b.ts', kind: 'edit', group: 'code', blob: 'b10b' };

it('goes by lane, path and content, and knows none of a file in no commit', () => {
  expect(viewedKey('01J', file)).toBe('01J b10b src/a b.ts');
  expect(viewedKey('01J', { ...file, kind: 'delete', blob: null })).toBe('01J deleted src/a b.ts');
  // It is deleted in the worktree alone.
  expect(viewedKey('01J', { ...file, kind: 'delete' })).toBe('01J b10b src/a b.ts');
  expect(viewedKey('01J', { ...file, kind: 'add', blob: null })).toBeUndefined();
});

it('keeps ticks for another window and the next start, each repository for itself', async () => {
  const one = new ViewedFiles(folder);
  const other = new ViewedFiles(folder);
  expect([...(await one.read('/shop/.git'))]).toEqual([]);
  // None waits for the other within a window.
  await Promise.all([
    one.mark('/shop/.git', ['L1 a1 a.ts'], true, ['L1']),
    one.mark('/shop/.git', ['L1 b1 b.ts', 'L1 c1 c.ts'], true, ['L1']),
  ]);
  await other.mark('/shop/.git', ['L1 d1 d.ts'], true, ['L1']);
  expect([...(await one.mark('/shop/.git', ['L1 b1 b.ts'], false, ['L1']))]).toEqual([
    'L1 a1 a.ts',
    'L1 c1 c.ts',
    'L1 d1 d.ts',
  ]);
  expect([...(await other.read('/shop/.git'))]).toEqual(['L1 a1 a.ts', 'L1 c1 c.ts', 'L1 d1 d.ts']);
  expect([...(await other.read('/site/.git'))]).toEqual([]);
});

it('drops ticks of lanes that are gone, and the oldest of too many', async () => {
  const viewed = new ViewedFiles(folder);
  await viewed.mark('/shop/.git', ['L1 a1 a.ts', 'L2 a1 a.ts'], true, ['L1', 'L2']);
  expect([...(await viewed.mark('/shop/.git', ['L2 b1 b.ts'], true, ['L2']))]).toEqual(['L2 a1 a.ts', 'L2 b1 b.ts']);
  const many = Array.from({ length: 5000 }, (_, at) => `L2 c1 ${at}.ts`);
  const kept = await viewed.mark('/shop/.git', ['L2 a1 a.ts', ...many.slice(1)], true, ['L2']);
  expect(kept.size).toBe(5000);
  expect([kept.has('L2 b1 b.ts'), kept.has('L2 a1 a.ts'), kept.has('L2 c1 4999.ts')]).toEqual([false, true, true]);
});

it('starts again where its file is no list', async () => {
  const viewed = new ViewedFiles(folder);
  await viewed.mark('/shop/.git', ['L1 a1 a.ts'], true, ['L1']);
  const [name = ''] = readdirSync(folder);
  for (const text of ['', '{"a":1}', '[1]']) {
    writeFileSync(join(folder, name), text);
    expect([...(await viewed.read('/shop/.git'))]).toEqual([]);
  }
  await viewed.mark('/shop/.git', ['L1 b1 b.ts'], true, ['L1']);
  expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toEqual(['L1 b1 b.ts']);
});

it('tells that it could not be written, and goes on', async () => {
  const viewed = new ViewedFiles(folder);
  writeFileSync(folder, 'no folder');
  await expect(viewed.mark('/shop/.git', ['L1 a1 a.ts'], true, ['L1'])).rejects.toThrow();
  rmSync(folder);
  expect([...(await viewed.mark('/shop/.git', ['L1 b1 b.ts'], true, ['L1']))]).toEqual(['L1 b1 b.ts']);
});
