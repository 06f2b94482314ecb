import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hooksPathIn, missedHooks } from './missedHooks.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stateroom-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['[core]\n\thooksPath = /a/hooks\n', '/a/hooks'],
  ['[core]\n\thookspath=/a/hooks ; since we moved\n', '/a/hooks'],
  ['[core]\n\thooksPath = "/a # b/hooks"\n', '/a # b/hooks'],
  ['[core]\n\thooksPath = "C:\\\\a\\\\hooks"\r\n', 'C:\\a\\hooks'],
  ['[core]\n\thooksPath = /first\n[user]\n\tname = R\n[CORE]\n\thooksPath = /last\n', '/last'],
  ['[other]\n\thooksPath = /a/hooks\n', undefined],
  ['[core "sub"]\n\thooksPath = /a/hooks\n', undefined],
  ['[core]\n\tbare = false\n', undefined],
])('in %j git takes %j', (text, path) => {
  expect(hooksPathIn(text)).toBe(path);
});

it('are missed where git is told of a folder of ours that is gone, and of no other later on', async () => {
  const gone = '/gone/.git/stateroom/hooks';
  writeFileSync(join(folder, 'config'), `[core]\n\thooksPath = ${gone}\n`);
  expect(await missedHooks(folder)).toBe(gone);
  writeFileSync(join(folder, 'config'), `[core]\n\thooksPath = ${gone}\n\thooksPath = ${folder}\n`);
  expect(await missedHooks(folder)).toBeUndefined();
  writeFileSync(join(folder, 'config'), '[core]\n\thooksPath = /gone/.husky\n');
  expect(await missedHooks(folder)).toBeUndefined();
  expect(await missedHooks(join(folder, 'nowhere'))).toBeUndefined();
});
